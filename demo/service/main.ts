import { parseOptions } from './cli';
import { createDemoService, tokens } from './server';

async function main(): Promise<void> {
  const { url, world, worlds, now, close } = await createDemoService(parseOptions(process.argv.slice(2)));
  // Alerts are found when they are first requested, and the first panel should not wait for that.
  worlds.forEach((each) => each.alerts(now()));
  const [first] = world.metrics;
  console.log(`Demo service: ${url}`);
  console.log(`Access tokens: ${tokens.main}, ${tokens.small}`);
  console.log(`First metric: node ${first.node.id}, metric ${first.id}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().then(() => process.exit(0)));
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
