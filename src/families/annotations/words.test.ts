import { dateTime } from '@grafana/data';
import { HOUR } from '../../ground/spans';
import { inLanguage } from '../../../tests/support/language';
import { type Courses } from '../../facts/courses';
import { toAlert, toAlertEvent } from '../../service/alerts';
import { toAnomaly } from '../../service/anomalies';
import { alertMarks, anomalyMarks, eventMarks } from './marks';

const NOW = Date.UTC(2026, 0, 31, 12);
const from = dateTime(NOW - HOUR);
const range = { from, to: dateTime(NOW), raw: { from: 'now-1h', to: 'now' } };
const place = { dataSource: { uid: 'a', name: 'A', type: 'anomaly' }, range, now: NOW };
const courses: Pick<Courses, 'titleOf' | 'metricsOf' | 'firstMetricOf'> = {
  titleOf: () => 'CPU load',
  metricsOf: ({ metrics }) => metrics ?? null,
  firstMetricOf: ({ metrics }) => metrics?.[0] ?? null,
};
const metric = { nodeId: 1, nodeName: 'web-1', statTypeId: 'cpu', statTypeName: 'CPU load' };

/** The text and the tags of marks: of an alert, an event, and an anomaly. */
function marks() {
  const alert = toAlert({
    id: 'a',
    impact: 'severe',
    active: true,
    firstSeenAt: new Date(NOW - HOUR).toISOString(),
    metrics: [{ ...metric, severity: 'blood_red' }],
  });
  const event = toAlertEvent({ id: 'a', sequence: 1, eventType: 'updated', impact: 'high' });
  const anomaly = toAnomaly({
    id: 'n',
    event_type: 'updated',
    event_occured: new Date(NOW).toISOString(),
    severity: 'severe',
  });
  const shape = 'marks' as const;
  return [
    ...alertMarks([alert], { shape, range: { from: NOW - HOUR, to: NOW }, place, timeZone: 'utc', courses }),
    ...eventMarks([{ ...event, time: NOW }], { place, courses, all: [], moment: Infinity, alerts: [] }),
    ...anomalyMarks([{ ...anomaly, time: NOW }], place),
  ].map(({ text, tags }) => ({ text, tags }));
}

test("marks show the service's words in the user's language, and their tags stay unchanged", async () => {
  const english = marks();
  expect(english[0].text).toMatch(/severe impact.*CPU load · web-1: very severe/s);
  expect(english[1].text).toMatch(/Alert: updated, high impact/);
  expect(english[2].text).toMatch(/Anomaly: updated, severe/);
  const german = await inLanguage('de-DE', marks);
  expect(german[0].text).toMatch(/Auswirkung schwer.*CPU load · web-1: sehr schwer/s);
  expect(german[1].text).toMatch(/Alarm: geändert, Auswirkung hoch/);
  expect(german[2].text).toMatch(/Anomalie: geändert, schwer/);
  expect(german.map(({ tags }) => tags)).toEqual(english.map(({ tags }) => tags));
  expect((await inLanguage('fr-FR', marks))[0].text).toContain('CPU load · web-1\u00a0: ');
});

test('an alert that is only known as active at the end of a past range is not called active now', () => {
  const [since, at] = [NOW - 8 * HOUR, NOW - 6 * HOUR];
  const known = toAlert({ id: 'a', active: true, firstSeenAt: new Date(since).toISOString() });
  const then = { from: NOW - 12 * HOUR, to: at };
  const textOf = (alert: Parameters<typeof alertMarks>[0][number]) =>
    alertMarks([alert], { shape: 'regions', range: then, place, timeZone: 'utc', courses })[0].text;
  expect(textOf({ ...known, activeAt: at })).toContain(
    'Since 2026-01-31 04:00:00, active at 2026-01-31 06:00:00 (2 h)'
  );
  expect(textOf({ ...known, firstSeenAt: null, activeAt: at })).toContain('Active at 2026-01-31 06:00:00');
  expect(textOf(known)).toContain('Since 2026-01-31 04:00:00, active (8 h)');
});
