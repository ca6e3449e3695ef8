import { holds, type Section, table } from './figure';
import { Host } from './host';
import { compression } from './rows/compression';
import { decoding } from './rows/decoding';
import { frames } from './rows/frames';
import { growth } from './rows/growth';
import { latency } from './rows/latency';
import { memory } from './rows/memory';
import { packets } from './rows/packets';
import { requests } from './rows/requests';
import { size } from './rows/size';
import { thinning } from './rows/thinning';

const SECTIONS: Record<string, (host: Host, dist: string) => Promise<Section>> = {
  requests,
  latency,
  frames,
  packets,
  decoding,
  thinning,
  growth,
  memory,
  size,
  compression,
};

async function main([dist, ...chosen]: string[]) {
  const host = new Host(dist);
  const missed: string[] = [];
  for (const [name, section] of Object.entries(SECTIONS)) {
    if (chosen.length === 0 || chosen.includes(name)) {
      const measured = await section(host, dist);
      console.log(table(measured));
      missed.push(...measured.figures.filter((figure) => !holds(figure)).map(({ what }) => what));
    }
  }
  console.log(
    missed.length === 0 ? '\nEvery bound is kept.' : `\nMissed:\n${missed.map((what) => `- ${what}`).join('\n')}`
  );
  process.exitCode = missed.length === 0 ? 0 : 1;
}

void main(process.argv.slice(2));
