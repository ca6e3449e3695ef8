import { DataFrameType } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { dataPlaneFaults } from '../support/dataPlane';
import { panelOf, seriesOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';

/** Frame types follow Grafana's data plane contract. */
startTestsAt(STORY);

describe('metric', () => {
  const range = () => ({ from: Date.now() - 6 * HOUR, to: Date.now() });

  it('has timeseries-multi on every frame, with the value first and no repeated items', async () => {
    const { ask } = panelOf();
    const query = { nodeId: ['1', '2'], metricId: 'cpu', deviation: true, compare: '1d' };
    const answer = await ask(query, range()).answer();
    const frames = seriesOf(answer);
    expect(frames).toHaveLength(4);
    for (const { meta, fields } of frames) {
      expect(meta).toMatchObject({ type: DataFrameType.TimeSeriesMulti, typeVersion: [0, 1] });
      expect(fields.slice(0, 2).map(({ name }) => name)).toEqual(['time', 'smoothened']);
    }
    expect(dataPlaneFaults(answer.data)).toEqual([]);
  });

  it('has no repeated items, however a series is written', async () => {
    const answer = await panelOf()
      .ask({ series: ['1:cpu', '1: cpu ', ' 1:cpu'] }, range())
      .answer();
    expect(seriesOf(answer)).toHaveLength(1);
  });

  it.each<[string, Partial<AnomalyQuery>]>([
    ['pairs that do not exist', { nodeId: ['1', '2'], metricId: 'none' }],
    ['an empty variable', { nodeId: '$empty', metricId: 'cpu' }],
    ['anomalies without points', { queryType: 'anomalies', withMetrics: true, format: 'timeseries' }],
  ])('has timeseries-multi without data, too: %s', async (_, query) => {
    const { service, ask } = panelOf({ variables: { empty: { value: [] } } });
    service.body = ({ segments }) => (segments.includes('anomalies') ? [] : { data: [] });
    const { data } = await ask(query, range()).answer();
    expect(data).toHaveLength(1);
    expect(data[0].meta).toMatchObject({ type: DataFrameType.TimeSeriesMulti, typeVersion: [0, 1] });
    expect(dataPlaneFaults(data)).toEqual([]);
  });

  it('has the value of an empty forecast', async () => {
    const { service, ask } = panelOf();
    service.body = () => [];
    const answer = await ask({ queryType: 'forecast', nodeId: '1', metricId: 'cpu' }, range()).answer();
    expect(seriesOf(answer)[0].fields.map(({ name }) => name)).toEqual(['time', 'smoothened']);
  });

  it.each([true, false])(
    'has a labeled forecast, whose type depends on whether it has a value: %s',
    async (hasValue) => {
      const { service, ask } = panelOf();
      service.body = ({ segments }) => {
        const point = { timestamp: Date.now() + HOUR, corridors: { main: { up: 2, down: 1 } } };
        return segments.includes('forecast') ? [{ ...point, ...(hasValue ? { smoothened: 1.5 } : {}) }] : undefined;
      };
      const answer = await ask({ nodeId: '1', metricId: 'cpu', forecast: true }, range()).answer();
      const [metric, forecast] = seriesOf(answer);
      expect(metric.fields[1].labels).not.toHaveProperty('forecast');
      expect(forecast.fields.slice(1).every(({ labels }) => labels?.forecast === 'true')).toBe(true);
      expect(forecast.meta?.type).toBe(hasValue ? DataFrameType.TimeSeriesMulti : undefined);
      expect(dataPlaneFaults(answer.data)).toEqual([]);
    }
  );
});

it.each<[Partial<AnomalyQuery>, DataFrameType | undefined]>([
  [{ nodeId: '1', metricId: 'cpu' }, DataFrameType.TimeSeriesMulti],
  [{ queryType: 'deviations' }, DataFrameType.NumericLong],
  [{ queryType: 'alertReport', by: 'node' }, DataFrameType.NumericLong],
  [{ queryType: 'alertEvents', format: 'logs' }, DataFrameType.LogLines],
  [{ queryType: 'alertCounts' }, DataFrameType.TimeSeriesWide],
  [{ queryType: 'deviations', format: 'lanes' }, undefined],
  [{ queryType: 'alertSearch' }, undefined],
])('columns without an answer, only with a notice, have the type of the answer: %j', async (query, type) => {
  const { service, ask } = panelOf();
  service.latency = () => 60_000;
  const asked = ask(query, { from: Date.now() - 6 * HOUR, to: Date.now() });
  await jest.advanceTimersByTimeAsync(16_000);
  const [frame] = asked.packets.at(-1)?.data ?? [];
  expect(frame.meta.notices).toHaveLength(1);
  expect(frame.meta.type).toBe(type);
  expect(dataPlaneFaults([frame])).toEqual([]);
  asked.leave();
});
