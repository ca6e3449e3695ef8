import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { HOUR } from '../settings';
import { firstSeries } from './useFirstSeries';

const NOW = Date.UTC(2026, 10, 25, 12);
let demo: Demo;

beforeAll(async () => {
  demo = await demoContext(NOW, { mood: 'quiet' });
});
afterAll(() => demo.service.close());

test('the first panel shows a metric in its corridors even without alerts and without input', async () => {
  const { context } = demo;
  const series = await lastValueFrom(firstSeries(context, undefined));
  expect(series).toEqual({
    nodeId: expect.any(String),
    metricId: expect.any(String),
    nodeName: expect.any(String),
    metricName: expect.any(String),
    systemName: expect.any(String),
  });
  const request = fakeRequest([{ queryType: 'metric', ...series }], { from: NOW - 6 * HOUR, to: NOW });
  const { data, errors = [] } = await lastValueFrom(runAny(request.targets, request, context));
  expect(errors).toEqual([]);
  const { fields } = data[0] as DataFrame;
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['smoothened', 'main_up', 'main_down']));
  expect(fields[0].values.length).toBeGreaterThan(300);
  expect(fields[0].values.at(-1)).toBeGreaterThan(NOW - HOUR);
  expect(fields.find(({ name }) => name === 'outlier')?.values.at(-1) ?? null).toBeNull();
});
