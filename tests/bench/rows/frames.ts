import { DAY, bodyOf, MINUTE } from '../bodies';
import { type Figure, type Section } from '../figure';
import { type Host, NOON } from '../host';
import { inTurns, ms } from '../timing';
import { flatRows } from './decoding';

/** From one parsed body of 14 days at 1m (20,160 points, six band edges) to a frame with outliers, without anything else. */
export async function frames(host: Host): Promise<Section> {
  return {
    title: 'One parsed body to a frame, 14 days at 1m, outliers marked',
    figures: [...(await oneFamily(host, 'v1')), ...(await oneFamily(host, 'v2'))],
  };
}

async function oneFamily(host: Host, version: 'v1' | 'v2'): Promise<Figure[]> {
  // Imported late: the libraries look for a browser, which the host simulates.
  const { decodeMetricData } = await import('../../../src/ground/decode');
  const { corridorFrame } = await import('../../../src/ground/frames');
  const { judge } = await import('../../../src/ground/judge');
  const text = JSON.stringify(bodyOf({ version, from: NOON - 14 * DAY, to: NOON - MINUTE, step: MINUTE, seed: 1 }));
  const identity = { nodeId: '1', metricId: 'm', aggregation: 'avg', nodeName: '', metricName: '', systemName: '' };
  const bands = ['main', 'sup', 'inf'] as const;
  const look = {
    partner: ' (now)',
    refId: 'A',
    name: 'm',
    identity,
    place: 0,
    bands,
    outliers: true,
    deviation: false,
    step: MINUTE,
  };
  let body: unknown;
  let rows: object[] = [];
  const parse = () => {
    body = JSON.parse(text);
  };
  const time = await inTurns(
    {
      parse,
      frame: () => {
        const data = decodeMetricData(body);
        if (corridorFrame(judge(data.columns), look).frame.length !== 20_160) {
          throw new Error('The body did not become a whole frame.');
        }
      },
      flatten: () => {
        rows = flatRows(body);
      },
      toDataFrame: () => host.grafana.toDataFrame(rows),
    },
    { rounds: 31 },
    // Both start with a newly parsed body, which is not in the processor's caches yet.
    { frame: parse, flatten: parse }
  );
  const floor = `JSON.parse ${ms(time.parse)}`;
  const others = time.flatten + time.toDataFrame;
  return [
    {
      what: `${version}: body to frame`,
      value: time.frame / time.parse,
      unit: 'x',
      of: `${ms(time.frame)}; ${floor}; toDataFrame ${ms(others)}`,
    },
    {
      what: `${version}: faster than flat rows and toDataFrame`,
      value: others / time.frame,
      unit: 'x',
      of: `rows ${ms(time.flatten)}, toDataFrame ${ms(time.toDataFrame)}; ${ms(time.frame)}`,
    },
  ];
}
