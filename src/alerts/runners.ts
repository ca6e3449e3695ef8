import { runEach } from '../answer/answers';
import { answerAlerts } from './alertsQuery';
import { answerCounts } from './countsQuery';
import { answerEvents } from './eventsQuery';
import { answerSearch } from './searchQuery';

export const runAlerts = runEach(answerAlerts);
export const runAlertEvents = runEach(answerEvents);
export const runAlertSearch = runEach(answerSearch);
export const runAlertCounts = runEach(answerCounts);
