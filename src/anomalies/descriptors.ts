import { type Descriptor } from '../descriptor';
import { isFilled } from '../query/texts';
import { ANOMALIES } from './models';

export const anomalies: Descriptor<typeof ANOMALIES> = {
  model: ANOMALIES,
  runner: { load: () => import('./anomaliesQuery').then((room) => room.runAnomalies) },
  isComplete: ({ scope, alertId, updateId }) =>
    (scope !== 'alert' && scope !== 'update') || (isFilled(alertId) && (scope === 'alert' || isFilled(updateId))),
  about: () => import(/* webpackChunkName: "about" */ './about'),
};
