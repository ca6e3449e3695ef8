import { type Descriptor } from '../descriptor';
import { ALERT_REPORT } from './models';

export const alertReport: Descriptor<typeof ALERT_REPORT> = {
  model: ALERT_REPORT,
  runner: { load: () => import('./runner').then((room) => room.runAlertReport) },
  line: { without: ['limit'] },
  about: () => import(/* webpackChunkName: "about" */ './about'),
};
