import { type Descriptor } from '../descriptor';
import { ALERT_COUNTS, ALERT_EVENTS, ALERT_SEARCH, ALERTS } from './models';

const runners = () => import('./runners');
const about = () => import(/* webpackChunkName: "about" */ './about');

export const alerts: Descriptor<typeof ALERTS> = {
  model: ALERTS,
  runner: { load: () => runners().then((room) => room.runAlerts) },
  about,
};

export const alertEvents: Descriptor<typeof ALERT_EVENTS> = {
  model: ALERT_EVENTS,
  runner: { load: () => runners().then((room) => room.runAlertEvents) },
  line: { without: ['limit', 'volume'] },
  about,
};

export const alertSearch: Descriptor<typeof ALERT_SEARCH> = {
  model: ALERT_SEARCH,
  runner: { load: () => runners().then((room) => room.runAlertSearch) },
  line: { without: ['limit'] },
  about,
};

export const alertCounts: Descriptor<typeof ALERT_COUNTS> = {
  model: ALERT_COUNTS,
  runner: { load: () => runners().then((room) => room.runAlertCounts) },
  about,
};
