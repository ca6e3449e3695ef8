import { type DataFrame, type DataQueryResponse, MappingType } from '@grafana/data';
import { isEqual, uniqWith } from 'lodash';
import { type AnomalyQuery } from '../../src/ground/query';
import { DAY, HOUR } from '../../src/ground/spans';
import { type ChangingAlert, changingService } from '../support/changingAlerts';
import { startTestsAt } from '../support/clock';
import { ended, essence, wholePanel } from '../support/faultMatrix';
import { linksIn } from '../support/linksIn';
import { errorsOf, fieldOf, noticesOf } from '../support/panel';
import { allVariants, type Variant, variantsOfForms } from '../support/variants';
import { rowsOf } from '../support/rowsOf';
import { iso } from '../support/times';

/** A past range is judged as of its end. Later events change nothing. */

const NOW = Date.UTC(2026, 10, 21, 12);
const TO = NOW - 6 * HOUR;
const FROM = TO - DAY;

const ALERTS: ChangingAlert[] = [
  {
    id: 'a',
    states: [
      { at: FROM - 5 * HOUR, impact: 'medium', nodes: [12] },
      { at: TO - 5 * HOUR, impact: 'high', nodes: [12, 13] },
      { at: TO + HOUR, impact: 'severe', nodes: [12, 13, 14], severity: 'blood_red' },
    ],
  },
  { id: 'ends', states: [{ at: TO - 8 * HOUR, impact: 'severe', nodes: [15] }], end: TO + 2 * HOUR },
  {
    id: 'fades',
    states: [
      { at: TO - 3 * HOUR, impact: 'severe', nodes: [12, 16] },
      { at: TO + HOUR, impact: 'low', nodes: [17] },
    ],
    end: TO + 5 * HOUR,
  },
  // As an ID, an inherited property of objects.
  { id: 'constructor', states: [{ at: TO - 9 * HOUR, impact: 'high', nodes: [12] }], end: TO - 2 * HOUR },
  { id: 'late', states: [{ at: TO + HOUR, impact: 'severe', nodes: [12] }] },
  { id: 'old1', states: [{ at: TO - 20 * DAY, impact: 'low', nodes: [12, 13] }], end: TO - 20 * DAY + HOUR },
  { id: 'old2', states: [{ at: TO - 40 * DAY, impact: 'low', nodes: [15] }], end: TO - 40 * DAY + HOUR },
];

startTestsAt(NOW);

type World = Parameters<typeof changingService>[0];

async function answerOf(
  query: Partial<AnomalyQuery>,
  world: World,
  fault?: (operation: string, at?: string) => boolean
) {
  jest.setSystemTime(NOW);
  const { service, panel } = wholePanel({ jsonData: { progressive: false } });
  service.body = changingService(world);
  service.fault = ({ operation, query: { at } }) => (fault?.(operation, at) ? { status: 500 } : undefined);
  const asked = panel.ask(query, { from: FROM, to: TO });
  await ended(asked);
  return asked.packets[asked.packets.length - 1];
}

/** Query types that show the present, the future, or a whole alert, whatever the time range is. */
const NOT_OF_RANGE = ['story', 'availability', 'alerts', 'variable', 'forecast'];

/** Whether a query shows the time range, and no time of its own. */
function isOfRange({ query }: Variant): boolean {
  const { queryType, alertId, at, to, scope } = query as Record<string, unknown>;
  return (
    !NOT_OF_RANGE.includes(String(queryType)) &&
    !(queryType === 'alertEvents' && alertId) &&
    !at &&
    !to &&
    scope !== 'current' &&
    scope !== 'unread'
  );
}

/** The number of an alert's other metrics is current. */
const shown = (answer: DataQueryResponse) =>
  JSON.parse(essence(answer).replace(/ \+\d+(?=["\s)\],:;]|\\)/g, '')) as unknown;

const RANGED = allVariants().filter(isOfRange);
const FORMS = variantsOfForms(RANGED);

describe.each([
  ['active' as const, RANGED.map(({ name, query }) => [name, query] as const)],
  ['begun' as const, FORMS],
  ['active or begun later' as const, FORMS],
])(
  'searches find what was %s: a query shows what it showed at the end of the range, or its type is in NOT_OF_RANGE',
  (finds, queries) => {
    it.each(queries)('%s', async (_, query) => {
      const live = await answerOf(query, { alerts: ALERTS, finds });
      const frozen = await answerOf(query, { alerts: ALERTS, finds, frozenAt: TO });
      expect(shown(live)).toEqual(shown(frozen));
    });
  }
);

const rows = (answer: DataQueryResponse) => rowsOf((answer.data as DataFrame[])[0]);

it('includes tables, incidents, reports, events, deviations, annotations, and overlays', () => {
  const types = new Set(RANGED.map(({ query }) => query.queryType));
  expect([...types]).toEqual(
    expect.arrayContaining([
      'metric',
      'alertEvents',
      'alertSearch',
      'alertReport',
      'deviations',
      'explain',
      'annotations',
    ])
  );
});

it.each([
  { queryType: 'alertSearch' },
  { queryType: 'alertSearch', format: 'incidents' },
  { queryType: 'alertEvents', format: 'states' },
  { queryType: 'annotations', source: 'alerts' },
])('a metric selects alerts that it has left: $queryType $format', async (query) => {
  const state = (at: number, ...nodes: number[]) => ({ at, impact: 'high', nodes });
  const alerts = [{ id: 'a', states: [state(FROM - 2 * HOUR, 12, 18), state(FROM - HOUR, 12)] }];
  for (const frozenAt of [undefined, TO]) {
    for (const more of [{ names: ['18'] }, { filters: [{ key: 'nodeId', operator: '!=', value: '12' }] }]) {
      expect(rows(await answerOf({ ...query, ...more }, { alerts, frozenAt }))).not.toEqual([]);
    }
  }
});

it.each([
  { queryType: 'alertSearch' },
  { queryType: 'alertSearch', format: 'incidents' },
  { queryType: 'alertEvents' },
  { queryType: 'annotations', source: 'alerts' },
])(
  'a text selects the alerts that the search finds, and none of the list at the end: $queryType $format',
  async (query) => {
    const states = [{ at: TO - HOUR, impact: 'high', nodes: [12] }];
    const alerts = [{ id: 'a', states }];
    expect(rows(await answerOf(query, { alerts }))).not.toEqual([]);
    expect(rows(await answerOf({ ...query, q: 'other' }, { alerts }))).toEqual([]);
  }
);

it('an alert that continued is active, and lasts until the end of the range', async () => {
  const found = rows(await answerOf({ queryType: 'alertSearch' }, { alerts: ALERTS }));
  expect(found.find(({ id }) => id === 'a')).toMatchObject({
    impact: 'high',
    active: true,
    lastSeenAt: TO,
    duration: TO - (FROM - 5 * HOUR),
    activeMetrics: 2,
  });
  expect(found.find(({ id }) => id === 'constructor')).toMatchObject({ active: false, lastSeenAt: TO - 2 * HOUR });
});

it('alerts that were seen later end at the end of the range', async () => {
  jest.setSystemTime(NOW);
  const { service, panel } = wholePanel();
  const seenLater = (id: string, active: boolean) => ({
    id,
    active,
    impact: 'high',
    firstSeenAt: iso(FROM),
    lastSeenAt: iso(TO + HOUR),
  });
  service.body = ({ operation }) =>
    operation.endsWith('explore')
      ? { page: 1, limit: 200, total: 2, items: [seenLater('listed', false), seenLater('unlisted', true)] }
      : operation.endsWith('alerts')
        ? [seenLater('listed', false)]
        : { page: 1, limit: 100, total: 0, items: [] };
  const asked = panel.ask({ queryType: 'alertSearch' }, { from: FROM, to: TO });
  await ended(asked);
  const found = rows(asked.packets[asked.packets.length - 1]);
  const cut = { lastSeenAt: TO, duration: TO - FROM };
  expect(found.find(({ id }) => id === 'listed')).toMatchObject({ ...cut, active: true });
  expect(found.find(({ id }) => id === 'unlisted')).toMatchObject({ ...cut, active: false });
});

it.each([
  { queryType: 'alertSearch' },
  { queryType: 'alertEvents' },
  { queryType: 'annotations', source: 'alerts' },
  { queryType: 'annotations', source: 'alertEvents' },
])('links to an alert that continued end with the range and a margin: $queryType $source', async (query) => {
  const alerts = [{ ...ALERTS[1], states: [{ ...ALERTS[1].states[0], at: TO - 4 * HOUR }] }];
  const { data } = await answerOf(query as Partial<AnomalyQuery>, { alerts });
  const views = linksIn(data as DataFrame[]).map(({ href }) => {
    return JSON.parse(new URLSearchParams(href.split('?')[1]).get('panes') ?? '').link;
  });
  const ranges = views.filter(({ queries }) => queries[0].queryType === 'alertEvents').map(({ range }) => range);
  expect(uniqWith(ranges, isEqual)).toEqual([{ from: String(TO - 5 * HOUR), to: String(TO + HOUR) }]);
});

it.each(RANGED)(
  '$name: an alert whose metric may have joined later is shown without its events, with a notice',
  async ({ query }) => {
    const { filters: _, ...rest } = query as Record<string, unknown>;
    const ofNode = { ...rest, nodeId: '14' } as Partial<AnomalyQuery>;
    const known = await answerOf(ofNode, { alerts: ALERTS });
    const unknown = await answerOf(ofNode, { alerts: ALERTS }, (operation) => operation.endsWith('/events'));
    if (!isEqual(shown(unknown), shown(known))) {
      expect([...noticesOf(unknown), ...errorsOf(unknown)].join()).toMatch(/unknown|incomplete|500/i);
    }
  }
);

it('a query with its own time is judged as of that time', async () => {
  const query = { queryType: 'alertSearch', at: String(TO) };
  const live = await answerOf(query, { alerts: ALERTS });
  expect(shown(live)).toEqual(shown(await answerOf(query, { alerts: ALERTS, frozenAt: TO })));
});

it.each(['alertSearch', 'annotations', 'alertReport'])(
  'without the list at the end, the later state of an alert is unknown, with a notice (%s)',
  async (queryType) => {
    const isEnd = (operation: string, at?: string) => /alerts$/.test(operation) && at === new Date(TO).toISOString();
    const answer = await answerOf({ queryType, source: 'alerts' } as Partial<AnomalyQuery>, { alerts: ALERTS }, isEnd);
    expect(noticesOf(answer).join()).toMatch(/incomplete/i);
    if (queryType === 'alertSearch') {
      const found = rows(answer);
      const unknown = { active: null, lastSeenAt: TO };
      expect(found.find(({ id }) => id === 'a')).toMatchObject(unknown);
      expect(found.find(({ id }) => id === 'constructor')).toMatchObject({ active: false, lastSeenAt: TO - 2 * HOUR });
    }
  }
);

it.each<[Partial<AnomalyQuery>, string]>([
  [{ queryType: 'alertSearch', earlier: true }, 'again, 3 h after the last, 3rd in 90 days, usually 1 h'],
  [{ queryType: 'alertSearch', earlier: true, format: 'incidents' }, 'first in 90 days'],
])('an earlier alert that ended after the range was active then: %j', async (query, seen) => {
  const alerts: ChangingAlert[] = [
    { id: 'first', states: [{ at: TO - 9 * HOUR, impact: 'high', nodes: [12] }], end: TO + HOUR },
    { id: 'second', states: [{ at: TO - 6 * HOUR, impact: 'high', nodes: [12] }], end: TO - 5 * HOUR },
    { id: 'own', states: [{ at: TO - 2 * HOUR, impact: 'high', nodes: [12] }] },
    { id: 'old', states: [{ at: TO - 40 * DAY, impact: 'low', nodes: [15] }], end: TO - 40 * DAY + HOUR },
  ];
  const live = await answerOf(query, { alerts });
  const frozen = await answerOf(query, { alerts, frozenAt: TO });
  expect(rows(frozen).map((row) => row.seen)).toContain(seen);
  expect(shown(live)).toEqual(shown(frozen));
});

it.each([
  ['alerts', { queryType: 'alerts' }],
  ['counts', { queryType: 'alerts', format: 'counts' }],
  ['current anomalies', { queryType: 'anomalies', scope: 'current' }],
])('an answer about the present has a notice with the date of now: %s', async (_, query) => {
  const answer = await answerOf(query as Partial<AnomalyQuery>, { alerts: ALERTS });
  expect(noticesOf(answer).join()).toMatch(/now \(Nov 21, 12:00\)/);
});

/** As its cell shows it. */
function stateShown(answer: DataQueryResponse): unknown {
  const { values = [], config } = fieldOf((answer.data as DataFrame[])[0], 'state') ?? {};
  const [mapping] = config?.mappings ?? [];
  return mapping?.type === MappingType.ValueToText ? mapping.options[String(values[0])]?.text : undefined;
}

it('a story is about the whole alert, and reports that it continued', async () => {
  const answer = await answerOf({ queryType: 'story', alertId: 'a', format: 'summary' }, { alerts: ALERTS });
  expect(fieldOf((answer.data as DataFrame[])[0], 'impact')?.values[0]).toBe('severe');
  expect(noticesOf(answer).join()).toMatch(/continued after the time range/);
  expect(stateShown(answer)).toBe('still active');
  const later = await answerOf({ queryType: 'story', alertId: 'ends', format: 'summary' }, { alerts: ALERTS });
  expect(stateShown(later)).toBe('ended later');
  for (const end of [TO - 2 * HOUR, TO]) {
    const alerts = [{ ...ALERTS[3], end }];
    const before = await answerOf({ queryType: 'story', alertId: 'constructor', format: 'summary' }, { alerts });
    expect(stateShown(before)).toBe('ended');
    expect(noticesOf(before).join()).not.toMatch(/continued/);
  }
});
