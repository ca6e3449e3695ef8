import { cacheFieldDisplayNames, type DataFrame, getFieldDisplayName, outerJoinDataFrames } from '@grafana/data';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { AnomalyDataSource } from '../../src/datasource';
import { startTestsAt } from '../support/clock';
import { Asked, instanceSettings, panelOf, requestOf, seriesOf } from '../support/panel';

/** Band edges find their partners, even if Grafana's own time comparison puts two ranges into one panel. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const QUERY = { nodeId: ['12', '13'], metricId: 'cpu' };

startTestsAt(NOW);

/** For each upper edge, the lower edge that a time series panel fills down to. Both are given by their origin. */
function fillsOf(frames: DataFrame[]) {
  cacheFieldDisplayNames(frames);
  const { fields } = outerJoinDataFrames({ frames: frames.map((frame) => ({ ...frame })) }) ?? { fields: [] };
  return fields.flatMap((field) => {
    const below: unknown = field.config.custom?.fillBelowTo;
    if (typeof below !== 'string') {
      return [];
    }
    const partner =
      fields.find(({ name }) => name === below) ?? fields.find((f) => f.config.displayNameFromDS === below);
    return [
      { from: field.state?.origin?.frameIndex, edge: field.name, to: partner?.state?.origin?.frameIndex, partner },
    ];
  });
}

it.each([
  ['a day before', 6 * HOUR, DAY],
  ['the previous period', 6 * HOUR, 6 * HOUR],
  ['the previous period of a short range', 5 * MINUTE, 5 * MINUTE],
])('compared with %s', async (_, length, shift) => {
  const { ask } = panelOf();
  const now = seriesOf(await ask(QUERY, { from: NOW - length, to: NOW }).answer());
  const before = seriesOf(await ask(QUERY, { from: NOW - length - shift, to: NOW - shift }).answer());
  const moved = before.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field, i) =>
      i === 0 ? { ...field, values: field.values.map((time: number) => time + shift) } : field
    ),
  }));
  const fills = fillsOf([...now, ...moved]);
  expect(fills.length).toBeGreaterThanOrEqual(4);
  for (const { from, edge, to, partner } of fills) {
    expect({ frame: to, name: partner?.name }).toEqual({ frame: from, name: edge.replace('_up', '_down') });
  }
  const names = [...now, ...before].map((frame) =>
    frame.fields.flatMap(({ config }) => config.displayNameFromDS ?? [])
  );
  const edges = names.flatMap((all) => all.slice(1));
  expect(new Set(edges).size).toBe(edges.length);
  // The displayed names are the same as without a comparison.
  const shown = now[0].fields.slice(1, 4).map((field) => getFieldDisplayName(field, now[0], now));
  expect(shown).toEqual(['cpu · 12', 'cpu · 12 main up', 'cpu · 12 main down']);
});

it('keeps its names when a panel is refreshed', async () => {
  const { ask } = panelOf();
  const namesAt = async () => {
    const answer = await ask(QUERY, { from: Date.now() - HOUR, to: Date.now() }).answer();
    return seriesOf(answer).map(({ fields }) => fields.map(({ config }) => config.displayNameFromDS));
  };
  const first = await namesAt();
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect(await namesAt()).toEqual(first);
});

it('two data sources in one panel fill their own bands', async () => {
  const { ask, service } = panelOf();
  const range = { from: NOW - HOUR, to: NOW };
  const one = seriesOf(await ask(QUERY, range).answer());
  const other = new AnomalyDataSource({ ...instanceSettings(), uid: 'staging', name: 'Staging' });
  const asked = new Asked(other, requestOf([QUERY], range));
  const two = seriesOf(await asked.answer());
  expect(service.calls.length).toBeGreaterThan(2);
  for (const { from, edge, to, partner } of fillsOf([...one, ...two])) {
    expect({ frame: to, name: partner?.name }).toEqual({ frame: from, name: edge.replace('_up', '_down') });
  }
  const edges = [...one, ...two].flatMap(({ fields }) => fields.slice(2).map(({ config }) => config.displayNameFromDS));
  expect(edges.length).toBeGreaterThan(4);
  expect(new Set(edges).size).toBe(edges.length);
});
