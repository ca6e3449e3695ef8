import {
  applyFieldOverrides,
  cacheFieldDisplayNames,
  createTheme,
  type DataFrame,
  type FieldConfig,
  type FieldConfigSource,
  getFieldDisplayName,
  type FieldConfigPropertyItem,
  identityOverrideProcessor,
  Registry,
} from '@grafana/data';
import { HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { annotationsOf, fieldOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** How a panel shows the frames: names, bands, colors, legend. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const RANGE = { from: NOW - HOUR, to: NOW };
const SERIES = { nodeId: '12', metricId: 'cpu' };

/** The standard options that these tests use, as Grafana registers them. */
const options = new Registry<FieldConfigPropertyItem>(() =>
  ['displayName', 'color'].map((path) => ({
    id: path,
    path,
    name: path,
    editor: () => null,
    override: () => null,
    process: identityOverrideProcessor,
    shouldApply: () => true,
    settings: {},
  }))
);

startTestsAt(NOW);

function drawn(frames: DataFrame[], defaults: FieldConfig, overrides: FieldConfigSource['overrides'] = []) {
  const data = applyFieldOverrides({
    data: frames,
    fieldConfig: { defaults, overrides },
    replaceVariables: (text) => text,
    theme: createTheme(),
    fieldConfigRegistry: options,
    timeZone: 'utc',
  });
  cacheFieldDisplayNames(data);
  return data;
}

/** How the time series panel finds the lower edge of each band: by name, by the source's name, by the displayed name. */
function partners(frames: DataFrame[]): Array<[string, string | undefined]> {
  return frames.flatMap((frame) =>
    frame.fields.flatMap(({ name, config }): Array<[string, string | undefined]> => {
      const wanted: unknown = config.custom?.fillBelowTo;
      const partner = frame.fields.find(
        (field) =>
          wanted === field.name ||
          wanted === field.config.displayNameFromDS ||
          wanted === getFieldDisplayName(field, frame, frames)
      );
      const shown = partner && getFieldDisplayName(partner, frame, frames);
      const same = frame.fields.filter((field) => getFieldDisplayName(field, frame, frames) === shown);
      return wanted === undefined ? [] : [[name, same.length === 1 ? partner?.name : undefined]];
    })
  );
}

describe('a panel’s display name', () => {
  it.each([1, 2])('keeps bands complete, with %i series', async (count) => {
    const { service, ask } = panelOf({ variables: { node: { value: ['1', '2'].slice(0, count) } } });
    service.body = ({ segments }) =>
      segments.includes('forecast') ? { data: service.direct('1', 'cpu', RANGE.from, RANGE.to, MINUTE) } : undefined;
    const frames = seriesOf(await ask({ ...SERIES, nodeId: '$node', forecast: true }, RANGE).answer());
    const edges = frames.flatMap(({ fields }) => fields.filter(({ name }) => /_(up|down)$/.test(name)));
    expect(edges.map(({ config }) => config.custom?.lineWidth)).toEqual(edges.map(() => 0));
    const shown = drawn(frames, { displayName: 'RT' });
    const found = partners(shown);
    expect(found).toHaveLength(2 * count);
    found.forEach(([up, partner]) => expect(partner).toBe(up.replace('up', 'down')));
    expect(getFieldDisplayName(fieldOf(shown[0], 'smoothened')!, shown[0], shown)).toBe('RT');
  });

  it('keeps the bands of two equal queries complete', async () => {
    const { ask } = panelOf();
    const frames = seriesOf(await ask([SERIES, SERIES], RANGE).answer());
    const shown = drawn(frames, { displayName: 'RT' });
    partners(shown).forEach(([up, partner]) => expect(partner).toBe(up.replace('up', 'down')));
  });

  it('by an override still applies to an edge', async () => {
    const { ask } = panelOf();
    const frames = seriesOf(await ask(SERIES, RANGE).answer());
    const shown = drawn(frames, {}, [
      { matcher: { id: 'byName', options: 'main_up' }, properties: [{ id: 'displayName', value: 'upper limit' }] },
    ]);
    const edge = fieldOf(shown[0], 'main_up')!;
    expect(getFieldDisplayName(edge, shown[0], shown)).toBe('upper limit');
    partners(shown).forEach(([up, partner]) => expect(partner).toBe(up.replace('up', 'down')));
  });
});

describe('colors', () => {
  const thresholds: FieldConfig = { color: { mode: 'thresholds' } };

  it('of the value are the panel’s if no corridor is drawn', async () => {
    const { ask } = panelOf();
    const frames = seriesOf(await ask({ ...SERIES, bands: [], compare: '1d' }, RANGE).answer());
    for (const frame of drawn(frames, thresholds)) {
      expect(fieldOf(frame, 'smoothened')?.config.color).toEqual({ mode: 'thresholds' });
    }
  });

  it('of the value match its corridors if these are drawn', async () => {
    const { ask } = panelOf();
    const [frame] = drawn(seriesOf(await ask(SERIES, RANGE).answer()), thresholds);
    expect(fieldOf(frame, 'smoothened')?.config.color).toEqual(fieldOf(frame, 'main_up')?.config.color);
    expect(fieldOf(frame, 'smoothened')?.config.color?.mode).toBe('fixed');
  });
});

describe('the legend', () => {
  const legend = (frames: DataFrame[]) =>
    frames.flatMap((frame) =>
      frame.fields
        .slice(1)
        .flatMap((field) => (field.config.custom?.hideFrom?.legend ? [] : getFieldDisplayName(field, frame, frames)))
    );

  it('has one entry for a series, one for its forecast, and none for edges', async () => {
    const { service, ask } = panelOf();
    service.body = ({ segments }) =>
      segments.includes('forecast') ? { data: service.direct('1', 'cpu', RANGE.from, RANGE.to, MINUTE) } : undefined;
    const frames = seriesOf(await ask({ ...SERIES, forecast: true }, RANGE).answer());
    expect(legend(frames)).toEqual(['cpu · 12', 'cpu · 12 forecast']);
  });

  it('has no entry for a forecast that only has corridors', async () => {
    const { service, ask } = panelOf();
    service.body = ({ segments }) =>
      segments.includes('forecast')
        ? { data: [{ timestamp: NOW, corridors: { main: { up: 2, down: 1 } } }] }
        : undefined;
    const frames = seriesOf(await ask({ ...SERIES, forecast: true }, RANGE).answer());
    expect(frames).toHaveLength(2);
    expect(legend(frames)).toEqual(['cpu · 12']);
  });
});

it('marks the current time once in a graph that ends in the future', async () => {
  const { ask } = panelOf();
  const queries = [SERIES, { ...SERIES, nodeId: '13' }];
  const marks = annotationsOf(await ask(queries, { from: NOW - HOUR, to: NOW + HOUR }).answer());
  expect(marks.flatMap(timesOf).map((time) => Math.round((time - NOW) / MINUTE))).toEqual([0]);
  expect(fieldOf(marks[0], 'isRegion')?.values).toEqual([false]);
  expect(annotationsOf(await ask(queries, RANGE).answer())).toEqual([]);
  // A refresh explains as much.
  expect(annotationsOf(await ask(queries, { from: NOW - HOUR, to: NOW + MINUTE / 2 }).answer())).toEqual([]);
});
