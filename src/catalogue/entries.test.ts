import { inLanguage } from '../../tests/support/language';
import { toAlert } from '../service/alerts';
import { toAnomaly } from '../service/anomalies';
import { inAlerts, inAnomalies, withMentions } from './entries';

const NOW = Date.UTC(2026, 0, 31, 12);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const alertOf = (impact: string | null, active: boolean, lastSeenAt: string | null, ...nodeIds: number[]) =>
  toAlert({ id: 'a', impact, active, lastSeenAt, metrics: nodeIds.map((nodeId) => ({ nodeId, statTypeId: 'cpu' })) });

it('lists active alerts first, by severity and with a label, then others by when they were last seen', () => {
  const mentions = [
    ...inAlerts([alertOf('low', true, ago(0), 1, 2), alertOf('severe', true, ago(5), 3)], true),
    ...inAlerts([alertOf('severe', false, ago(180), 4), alertOf('high', false, ago(60 * 24 * 3), 5, 1)], false),
    ...inAnomalies([
      toAnomaly({ id: 'n', event_occured: ago(20), items: [{ node: { id: 6 }, metrics: [{ id: 'cpu' }] }] }),
    ]),
  ];
  const entries = ['7', '1', '2', '3', '4', '5', '6', '8'].map((value) => ({ value, text: value }));
  const listed = withMentions(entries, mentions, ({ nodeId }) => nodeId, NOW);
  expect(listed.map(({ value, why }) => [value, why])).toEqual([
    ['3', 'alerting now, severe'],
    ['1', 'alerting now, low'],
    ['2', 'alerting now, low'],
    ['6', undefined],
    ['4', undefined],
    ['5', undefined],
    ['7', undefined],
    ['8', undefined],
  ]);
});

it('does not count an alert of another moment as active, and one without a time as known', () => {
  const then = inAlerts([alertOf('high', true, null, 1)], false);
  expect(withMentions([{ value: '1', text: 'a' }], then, ({ nodeId }) => nodeId, NOW)).toEqual([
    { value: '1', text: 'a', why: undefined },
  ]);
});

it("explains why in the user's language", async () => {
  const mentions = inAlerts([alertOf('severe', true, ago(5), 1)], true);
  const entries = [{ value: '1', text: 'a' }];
  const listed = await inLanguage('de-DE', () => withMentions(entries, mentions, ({ nodeId }) => nodeId, NOW));
  expect(listed.map(({ why }) => why)).toEqual(['alarmiert gerade, schwer']);
});
