import Fastify, { type FastifyInstance } from 'fastify';
import { startForTest } from '../../service/harness';
import type { Fault } from '../../service/faults/fault';
import { demoRoutes } from './demo';

const SLOW: Fault = { operation: 'explore', latency: 20 };
const SOMEBODYS: Fault = { operation: 'alerts', fail: 500 };

describe('the switches', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  let app: FastifyInstance;
  let address: string;
  beforeEach(async () => {
    service = await startForTest({ faults: [SLOW] });
    app = Fastify();
    demoRoutes(app, service.url);
    address = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/workbench/demo`;
  });
  afterEach(async () => {
    await app.close();
    await service.close();
  });

  const look = async (): Promise<unknown> => (await fetch(address)).json();
  const turn = async (switches: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(address, { method: 'PUT', headers, body: JSON.stringify(switches) })).status;
  };
  const inForce = () => service.faults.all.map(({ hits, ...fault }) => fault);

  it('come on top of what the service suffers by its flags', async () => {
    expect(await look()).toEqual({ day: 'usual', answers: 'prompt', faults: 'none' });
    expect(await turn({ faults: 'forbidden' })).toBe(200);
    expect(inForce()).toEqual([{ fail: 403 }, SLOW]);
    expect(await turn({ faults: 'none' })).toBe(200);
    expect(inForce()).toEqual([SLOW]);
  });

  it('take back what somebody else made of it, also before they first looked', async () => {
    await service.suffer(SOMEBODYS);
    await look();
    await service.suffer();
    expect(await turn({ faults: 'forbidden' })).toBe(200);
    expect(await turn({ faults: 'none' })).toBe(200);
    expect(inForce()).toEqual([SLOW]);
  });
});
