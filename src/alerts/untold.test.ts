import { type AlertEvent, type Change } from '../service/alerts';
import { untoldNotices } from './untold';

const change = (metricId: string, kind: string, nodeId = '1') =>
  ({ change: kind, metricId, metricName: metricId.toUpperCase(), nodeId, nodeName: 'db' }) as Change;
const event = (sequence: number, changes: Change[] | null, alertId = 'a') =>
  ({ alertId, sequence, changes }) as AlertEvent;

it('names a metric whose first change is a later one than its coming', () => {
  const events = [event(1, [change('cpu', 'added')]), event(2, [change('disk', 'updated'), change('net', 'removed')])];
  expect(untoldNotices(events)).toEqual([
    {
      severity: 'warning',
      text: 'The events do not tell when some metrics came to the alert (2), such as DISK · db: the first change shown of them is a later one.',
    },
  ]);
});

it('says nothing where each came, in whatever order they are listed', () => {
  const events = [
    event(1, [change('cpu', 'removed')]),
    event(0, [change('cpu', 'added')]),
    event(2, [change('cpu', 'added')]),
  ];
  expect(untoldNotices(events)).toEqual([]);
});

it('goes by their order where the service numbers them alike', () => {
  const events = [event(0, null), event(1, [change('cpu', 'added')]), event(0, [change('cpu', 'updated')])];
  expect(untoldNotices(events)).toEqual([]);
});

it('looks at each alert by itself', () => {
  const events = [event(0, [change('cpu', 'added')]), event(0, [change('cpu', 'updated')], 'b'), event(1, null, 'b')];
  expect(untoldNotices(events)).toHaveLength(1);
});
