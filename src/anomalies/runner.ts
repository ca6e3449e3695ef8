import { answerEach } from '../answer/answers';
import { complete } from '../query/query';
import { type Runner } from '../answer/runner';
import { answerAnomalies } from './anomaliesQuery';

export const runAnomalies: Runner = (targets, request, context) =>
  answerEach(targets, (target) => answerAnomalies(complete(target, 'anomalies'), request, context));
