import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DataFrame,
  type DataQueryResponse,
  type DataTransformerConfig,
  dateTime,
  LoadingState,
  standardTransformers,
  standardTransformersRegistry,
  transformDataFrame,
} from '@grafana/data';
import { config } from '@grafana/runtime';
import { pick, uniqBy } from 'lodash';
import { firstValueFrom } from 'rxjs';
import { type AnomalyQuery } from '../../src/ground/query';
import { descriptorOf } from '../../src/families/families';
import { type StoredSettings } from '../../src/ground/settings';
import { MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { english } from '../support/english';
import { ended, wholePanel } from '../support/faultMatrix';
import { type Asked, errorsOf, fieldOf, noticesOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { variantsOfFormats } from '../support/variants';

/** What a query showed last stays on screen while the service fails or hangs, whatever the form of its time range. */

const SECOND = 1000;
const START = STORY + 30 * SECOND;
const SPAN = 6 * 60 * MINUTE;

startTestsAt(START);

const ALL = variantsOfFormats().filter(([, { queryType }]) => queryType !== 'availability');
/** Metric data comes from the store, and availability reports the failure itself. */
const QUERIES = ALL.filter(([, { queryType = '' }]) => !descriptorOf({ queryType }).model.ofSeries);

const DASHBOARDS = join(__dirname, '..', '..', 'src', 'dashboards');

interface ShippedPanel {
  title?: string;
  targets?: Array<Partial<AnomalyQuery>>;
  transformations?: DataTransformerConfig[];
  panels?: ShippedPanel[];
}

/** Like Grafana at its start. */
function prepareTransformers() {
  standardTransformersRegistry.setInit(
    () =>
      uniqBy(Object.values(standardTransformers), 'id').map((transformation) => ({
        id: transformation.id,
        name: transformation.name,
        // Grafana 13 loads it, earlier ones have it.
        transformation: Object.assign(
          () => Promise.resolve(transformation),
          pick(transformation, 'operator', 'defaultOptions')
        ),
        editor: () => null,
        imageDark: '',
        imageLight: '',
      })) as unknown as ReturnType<Parameters<typeof standardTransformersRegistry.setInit>[0]>
  );
}

const RAW: Record<string, (from: number, to: number) => unknown> = {
  texts: () => ({ from: 'now-6h', to: 'now' }),
  moments: (from, to) => ({ from: dateTime(from), to: dateTime(to) }),
  dates: (from, to) => ({ from: new Date(from), to: new Date(to) }),
};

function rowsOf({ data }: DataQueryResponse) {
  return (data as DataFrame[]).reduce((sum, { length }) => sum + length, 0);
}

/** Incidents can merge while they load, so their alerts count instead. */
function sizeOf({ data }: DataQueryResponse) {
  const alerts = (data as DataFrame[]).flatMap(({ fields }) =>
    fields.some(({ name }) => name === 'alertIds') ? (fieldOf({ fields } as DataFrame, 'alerts')?.values ?? []) : []
  );
  return alerts.length > 0 ? alerts.reduce((sum: number, count: number) => sum + count, 0) : rowsOf({ data });
}

function panel(jsonData: StoredSettings = {}) {
  const { service, panel } = wholePanel({ jsonData, variables: { none: { value: [] } } });
  const look = (query: object, raw = RAW.texts): Asked => {
    const [from, to] = [Date.now() - SPAN, Date.now()];
    const asked = panel.ask(query, { from, to });
    Object.assign(asked.request.range, { raw: raw(from, to) });
    return asked;
  };
  return { service, look };
}

describe.each(Object.entries(RAW))('a range of %s', (_form, raw) => {
  it.each(QUERIES)('%s keeps its rows when a refresh fails', async (_name, query) => {
    const { service, look } = panel();
    const before = look(query, raw);
    await ended(before);
    service.fault = () => ({ status: 500 });
    jest.setSystemTime(START + 10 * MINUTE);
    const after = look(query, raw);
    await ended(after);
    const [first, last] = [before, after].map(({ packets }) => packets[packets.length - 1]);
    expect(rowsOf(last)).toBe(rowsOf(first));
    expect(errorsOf(last).join()).toMatch(/Showing data from 12:0/);
  });
});

const ANNOTATIONS = ALL.filter(([, { queryType }]) => queryType === 'annotations');

it.each(ANNOTATIONS)('%s keep their marks while a refresh reads them again', async (_name, query) => {
  const { service, look } = panel();
  const before = look(query);
  await ended(before);
  const marks = rowsOf(before.packets[before.packets.length - 1]);
  expect(marks).toBeGreaterThan(0);
  service.latency = 2000;
  jest.setSystemTime(START + 10 * SECOND);
  const after = look(query);
  // Grafana removes them if the first packet takes longer.
  await jest.advanceTimersByTimeAsync(190);
  expect(after.packets.map(rowsOf)).toEqual([marks]);
  await ended(after);
  after.packets.forEach((packet) => expect(rowsOf(packet)).toBe(marks));
});

it('the rows of the last four time ranges stay', async () => {
  const { service, panel } = wholePanel();
  const look = async (hours: number) => {
    const asked = panel.ask({ queryType: 'alerts' }, { from: Date.now() - hours * 60 * MINUTE, to: Date.now() });
    Object.assign(asked.request.range, { raw: { from: `now-${hours}h`, to: 'now' } });
    await ended(asked);
    return rowsOf(asked.packets[asked.packets.length - 1]);
  };
  for (const hours of [1, 3, 6, 12]) {
    expect(await look(hours)).toBeGreaterThan(0);
  }
  service.fault = () => ({ status: 500 });
  for (const hours of [1, 3, 6, 12]) {
    expect(await look(hours)).toBeGreaterThan(0);
  }
});

it('a failing query keeps no other one of its type from showing its last rows, or its error', async () => {
  const { service, panel } = wholePanel({ jsonData: { progressive: false }, variables: { no: { value: 'flag' } } });
  const look = async (...queries: object[]) => {
    const asked = panel.ask(queries, { from: Date.now() - SPAN, to: Date.now() });
    await ended(asked);
    return asked.packets[asked.packets.length - 1];
  };
  const queries = [{ queryType: 'alerts' }, { queryType: 'alerts', alertId: 'b' }];
  service.fault = ({ raw }) => (raw.startsWith('v2/alerts/b') ? { status: 500 } : undefined);
  const before = rowsOf(await look(...queries));
  service.fault = () => ({ status: 500 });
  jest.setSystemTime(START + 10 * MINUTE);
  expect([before > 0, rowsOf(await look(...queries))]).toEqual([true, before]);
  const both = await look({ queryType: 'anomalies', withMetrics: '$no' }, { queryType: 'anomalies' });
  expect(errorsOf(both)).toHaveLength(2);
});

/** The number of values in a frame's columns, which grows while titles arrive. */
function valuesOf({ data }: DataQueryResponse) {
  const columns = (data as DataFrame[]).flatMap(({ fields }) => fields);
  return columns.flatMap(({ values }) => values.filter((value) => value !== null && value !== '')).length;
}

it.each(QUERIES)('%s keeps its rows and values from before Done when the next refresh hangs', async (_name, query) => {
  const { service, look } = panel({ maxConcurrentRequests: 1 });
  service.latency = 300;
  const first = look(query);
  // Until the first rows have more values.
  const withRows = () => first.packets.filter((packet) => rowsOf(packet) > 0);
  for (let i = 0; i < 200 && withRows().length < 3 && !first.finished; i++) {
    await jest.advanceTimersByTimeAsync(100);
  }
  const shown = Math.max(0, ...first.packets.map(rowsOf));
  const values = Math.max(0, ...withRows().slice(-1).map(valuesOf));
  first.leave();
  service.fault = () => 'hang';
  await jest.advanceTimersByTimeAsync(10 * SECOND);
  const next = look(query);
  await jest.advanceTimersByTimeAsync(20 * SECOND);
  const last = next.packets[next.packets.length - 1];
  expect(shown === 0 || last !== undefined).toBe(true);
  if (last && shown > 0) {
    expect(sizeOf(last)).toBeGreaterThanOrEqual(shown);
    expect(valuesOf(last) >= values || sizeOf(last) > rowsOf(last)).toBe(true);
    expect(last.state).not.toBe(LoadingState.Error);
    expect([...noticesOf(last), ...errorsOf(last)].join()).toMatch(/No (usable )?response from the service/);
  }
  next.leave();
});

it('a pan is another query', async () => {
  const { service, look } = panel();
  await ended(look({ queryType: 'alerts' }, RAW.moments));
  service.fault = () => ({ status: 500 });
  jest.setSystemTime(START + 20 * SECOND);
  const past = look({ queryType: 'alerts' }, (from, to) => ({ from: dateTime(from), to: dateTime(to) }));
  past.leave();
  const moved = look({ queryType: 'alerts' }, RAW.moments);
  Object.assign(moved.request.range, {
    from: dateTime(Date.now() - 2 * SPAN),
    to: dateTime(Date.now() - SPAN),
  });
  await ended(moved);
  expect(rowsOf(moved.packets[moved.packets.length - 1])).toBe(0);
});

it.each([
  { queryType: 'metric', nodeId: '$none', metricId: 'cpu' },
  { queryType: 'forecast', nodeId: '$none', metricId: 'cpu' },
  { queryType: 'explain', nodeId: '$none', metricId: 'cpu' },
  { queryType: 'alerts', alertId: '$none' },
  { queryType: 'alertEvents', alertId: '$none' },
  { queryType: 'alertSearch', nodeId: '$none' },
  { queryType: 'alertCounts', nodeId: '$none' },
  { queryType: 'alertReport', nodeId: '$none' },
  { queryType: 'story', alertId: '$none' },
  { queryType: 'anomalies', scope: 'alert', alertId: '$none' },
  { queryType: 'deviations', nodeId: '$none' },
])('%j, stopped by an empty variable, also shows the last failure until the service answers', async (query) => {
  const { service, look } = panel();
  service.fault = () => ({ status: 403 });
  await ended(look({ queryType: 'alerts' }));
  const stopped = async () => {
    const asked = look(query);
    await ended(asked);
    return noticesOf(asked.packets[asked.packets.length - 1]).join();
  };
  expect(await stopped()).toMatch(/is empty.*403/);
  service.fault = () => undefined;
  await ended(look({ queryType: 'alerts', at: '2026-11-21T11:00:00Z' }));
  expect(await stopped()).not.toMatch(/403/);
});

/** The transformations of each panel in the shipped dashboards, with the panel's queries. */
const PANELS = readdirSync(DASHBOARDS)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => {
    const { panels } = JSON.parse(readFileSync(join(DASHBOARDS, name), 'utf8')) as { panels: ShippedPanel[] };
    return panels.flatMap((one) => [one, ...(one.panels ?? [])]).map((one) => [`${name} ${one.title}`, one] as const);
  })
  .filter(([, { targets = [] }]) => targets.some(({ queryType }) => queryType !== undefined));

beforeAll(prepareTransformers);

describe.each(PANELS)('the panel %s', (_name, { targets = [], transformations = [] }) => {
  const variables = Object.fromEntries(
    [
      ['node', '12'],
      ['metric', 'cpu'],
      ['alert', 'a'],
      ['series', '12:cpu'],
      ['first', '12:cpu'],
      ['others', '13:cpu'],
      ['overlay', 'none'],
      ['compare', ''],
      ['ignore', ''],
    ].map(([name, value]) => [name, { value }])
  );
  const shownIn = async ({ data }: DataQueryResponse) =>
    firstValueFrom(transformDataFrame(transformations, data as DataFrame[]));
  const ask = async (fault: 'hang' | { status: number }) => {
    const { service, panel: made } = wholePanel({ variables });
    service.fault = () => fault;
    const asked = made.ask(targets, { from: START - SPAN, to: START }, { panelId: 3 });
    await jest.advanceTimersByTimeAsync(20 * SECOND);
    asked.leave();
    return asked.packets[asked.packets.length - 1];
  };

  it('shows that nothing has arrived yet, even with its transformations', async () => {
    const packet = await ask('hang');
    const frames = packet.data as DataFrame[];
    expect(frames.filter(({ fields }) => fields.length === 0)).toEqual([]);
    const said = ({ meta }: DataFrame) => (meta?.notices ?? []).map(({ text }) => text);
    const shown = (await shownIn(packet)).flatMap(said).join();
    const isItself = targets.every(({ queryType }) => queryType === 'availability');
    // Grafana's groups are new frames without the old notices.
    const isGrouped = transformations.some(({ id }) => id === 'groupBy');
    expect(isItself || isGrouped || /No response from the service for 15 s|is empty/.test(shown)).toBe(true);
  });

  if (targets.some(({ emptyRow }) => emptyRow === true)) {
    it('shows a row with the reason for no other rows, even with its transformations', async () => {
      const values = (await shownIn(await ask({ status: 403 }))).flatMap(({ fields }) =>
        fields.flatMap((one) => one.values)
      );
      expect(values).toContain(english('answer.no-response'));
    });
  }
});

it.each(QUERIES)('%s has its usual columns while nothing has arrived yet', async (_name, query) => {
  const { service, look } = panel();
  const whole = look(query);
  await ended(whole);
  const other = panel();
  other.service.fault = () => 'hang';
  const waiting = other.look({ ...query });
  await jest.advanceTimersByTimeAsync(20 * SECOND);
  waiting.leave();
  // Without rows, there are no addresses.
  const names = ({ data }: DataQueryResponse) =>
    (data as DataFrame[])[0]?.fields.map(({ name }) => name).filter((name) => !/Link\d*$/.test(name));
  const isOfPanel = query.queryType !== 'annotations' && query.queryType !== 'variable';
  const isByRows = ['lanes', 'share', 'states', 'timeseries'].includes(query.format as string);
  expect(service.calls.length).toBeGreaterThan(0);
  if (isOfPanel) {
    const [first] = [waiting.packets[waiting.packets.length - 1]].map(names);
    const wanted = names(whole.packets[whole.packets.length - 1]);
    expect(isByRows ? first?.[0] : first).toEqual(isByRows ? 'time' : wanted);
  }
});

describe('a page that the image renderer opened', () => {
  beforeEach(() => Object.assign(config.bootData.user, { authenticatedBy: 'render' }));
  afterEach(() => Object.assign(config.bootData.user, { authenticatedBy: '' }));

  it.each(ALL)('%s returns one Done packet', async (_name, query) => {
    const { look } = panel();
    const asked = look(query);
    await ended(asked);
    expect(asked.packets.map(({ state }) => state)).toEqual([LoadingState.Done]);
  });

  it.each(ALL)('%s is Done within 40 s, and reports what is missing, if the service hangs', async (_name, query) => {
    const { service, look } = panel();
    service.fault = () => 'hang';
    const asked = look(query);
    await jest.advanceTimersByTimeAsync(40 * SECOND);
    expect(asked.packets.map(({ state }) => state)).toEqual([LoadingState.Done]);
    const said = noticesOf(asked.packets[0]).join();
    expect(said).toMatch(/took too long for a picture/);
    // After a picture, nothing more will come.
    expect(said).not.toMatch(/Still waiting/);
  });
});
