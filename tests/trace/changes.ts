import { eventAt, happens } from '../support/world/made';
import { Random } from '../support/world/random';
import { MINUTE, stateAt, type World } from '../support/world/truth';
import { type Step } from './steps';

/** Points change with the event that explains them. Only the newest are read again. */
const REVISED = 5 * MINUTE;

/** Changes an alert now, or not at all. */
export function change({ alerts }: World, step: Extract<Step, { alert: string }>) {
  const alert = alerts.find(({ id }) => id === step.alert);
  const at = happens(Date.now());
  if (step.do === 'begin' && !alert) {
    alerts.push({ id: step.alert, events: [eventAt(new Random(step.seed), undefined, at)] });
  }
  if (!alert || stateAt(alert, Date.now())?.active !== true) {
    return;
  }
  const { events } = alert;
  const last = events[events.length - 1];
  if (step.do === 'event' && last.at < at) {
    events.push(eventAt(new Random(step.seed), alert, at));
  } else if (step.do === 'end' && last.at < at) {
    alert.end = at;
  } else if (step.do === 'withdraw' && events.length > 1 && last.at > at - REVISED) {
    events.pop();
  } else if (step.do === 'correct' && events.length > 1) {
    // The first event names the alert's title, which is read once per page.
    const random = new Random(step.seed);
    const changes = last.changes.map((one) => ({ ...one, severity: random.pick(['yellow', 'red']) }));
    events[events.length - 1] = { ...last, impact: random.pick(['low', 'severe']), changes };
  }
}
