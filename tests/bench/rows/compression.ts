import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createDemoService, tokens } from '../../../demo/service/server';
import { DAY } from '../bodies';
import { type Section } from '../figure';
import { NOON } from '../host';
import { inTurns, ms } from '../timing';

/** The longest window at 1m. */
const WINDOW = 2 * DAY;
/** 10 Mbit/s, in bytes per millisecond. */
const RATE = 1250;

/** A week of one metric at 1m from the demo service, over a link of 10 Mbit/s: with gzip, and without. */
export async function compression(): Promise<Section> {
  const service = await createDemoService({ port: 0, now: NOON });
  const link = await openLink(Number(new URL(service.url).port));
  const agent = new http.Agent({ keepAlive: true });
  const read = async (encoding: string) => {
    let bytes = 0;
    for (let from = NOON - 7 * DAY; from < NOON; from += WINDOW) {
      const [start, end] = [from, Math.min(from + WINDOW, NOON)].map((time) => new Date(time).toISOString());
      const path = `/v1/ad/metrics/101/response_time?from=${start}&to=${end}&granularity=1m`;
      bytes += await load({ agent, port: link.port, path, headers: { 'accept-encoding': encoding } });
    }
    return bytes;
  };
  const [plain, packed] = [await read('identity'), await read('gzip')];
  const time = await inTurns(
    { plain: async () => void (await read('identity')), packed: async () => void (await read('gzip')) },
    { rounds: 5, warmUp: 1 }
  );
  agent.destroy();
  link.server.close();
  await service.close();
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;
  return {
    title: 'A week at 1m with gzip, against without',
    figures: [
      {
        what: 'a week at 1m with gzip: bytes',
        value: packed / plain,
        unit: 'x',
        of: `${kilobytes(packed)}; ${kilobytes(plain)}`,
      },
      {
        what: 'a week at 1m with gzip: time at 10 Mbit/s',
        value: time.packed / time.plain,
        unit: 'x',
        of: `${ms(time.packed)}; ${ms(time.plain)}`,
      },
    ],
  };
}

/** @returns the bytes of the body on the wire */
function load(options: http.RequestOptions): Promise<number> {
  const headers = { ...options.headers, authorization: `Bearer ${tokens.main}` };
  return new Promise((resolve, reject) => {
    const sent = http.get({ host: '127.0.0.1', ...options, headers }, async (answer) => {
      const parts = await answer.toArray();
      const body = Buffer.concat(parts as Buffer[]);
      const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      JSON.parse(text.toString());
      resolve(body.length);
    });
    sent.on('error', reject);
  });
}

/** A connection to a port of this machine that is as slow as `RATE`. */
async function openLink(target: number) {
  const server = net.createServer((caller) => {
    const service = net.connect(target, '127.0.0.1');
    caller.pipe(service);
    const slowly = async function* (source: AsyncIterable<Buffer>) {
      for await (const part of source) {
        await wait(part.length / RATE);
        yield part;
      }
    };
    pipeline(service, slowly, caller).catch(() => service.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
