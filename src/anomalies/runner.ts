import { answerEach } from '../answers';
import { complete } from '../query';
import { type Runner } from '../runner';
import { answerAnomalies } from './anomaliesQuery';

export const runAnomalies: Runner = (targets, request, context) =>
  answerEach(targets, (target) => answerAnomalies(complete(target, 'anomalies'), request, context));
