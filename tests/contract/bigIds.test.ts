import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { demoContext } from '../support/demoContext';
import { fakeRequest } from '../support/fakeContext';
import { runAny } from '../support/run';

/** Interface: node IDs are int64. A clicked ID must match the service's exactly. */
const NOW = Date.UTC(2026, 0, 29, 12);
const range = { from: NOW - 86_400_000, to: NOW };

it('IDs of 64 bits keep their digits in alerts, events, and anomalies', async () => {
  const { service, context, asked } = await demoContext(NOW);
  await fetch(`${service.url}/demo/quirks`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ bigIds: true }]),
  });
  try {
    const nodes = async (query: object) => {
      const request = fakeRequest([query], range);
      const { data } = await lastValueFrom(runAny(request.targets, request, context));
      const values = (data as DataFrame[]).flatMap(
        ({ fields }) => fields.find(({ name }) => name === 'nodeId')?.values
      );
      return new Set(values.filter((value): value is string => typeof value === 'string'));
    };
    const ofAlerts = await nodes({ queryType: 'alerts', metrics: true });
    expect(ofAlerts.size).toBeGreaterThan(1);
    expect([...ofAlerts].every((id) => /^\d+$/.test(id) && BigInt(id) > 2n ** 53n)).toBe(true);

    const told = await (
      await fetch(`${service.url}/v2/alerts?expand=metrics`, { headers: { authorization: 'Bearer demo-token' } })
    ).text();
    expect([...ofAlerts].every((id) => told.includes(`"nodeId":${id}`))).toBe(true);

    const [node] = ofAlerts;
    expect(await nodes({ queryType: 'alertEvents', changes: true, nodeId: node })).toContain(node);
    expect(asked).toContainEqual(expect.stringMatching(new RegExp(`^v2/alerts/explore\\?.*nodeId=${node}`)));
    expect([...(await nodes({ queryType: 'anomalies' }))].every((id) => BigInt(id) > 2n ** 53n)).toBe(true);
  } finally {
    await service.close();
  }
});
