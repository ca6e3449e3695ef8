import { answerEach } from '../answer/answers';
import { complete, queryTypeOf } from '../query/query';
import { type Runner } from '../answer/runner';
import { answerAlerts } from './alertsQuery';
import { answerCounts } from './countsQuery';
import { answerEvents } from './eventsQuery';
import { answerSearch } from './searchQuery';

/** Alerts, their events, their search and their counts. */
export const runAlerts: Runner = (targets, request, context) =>
  answerEach(targets, (target) => {
    switch (queryTypeOf(target)) {
      case 'alertEvents':
        return answerEvents(complete(target, 'alertEvents'), request, context);
      case 'alertSearch':
        return answerSearch(complete(target, 'alertSearch'), request, context);
      case 'alertCounts':
        return answerCounts(complete(target, 'alertCounts'), request, context);
      default:
        return answerAlerts(complete(target, 'alerts'), request, context);
    }
  });
