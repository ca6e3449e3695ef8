import { parseArgs } from 'node:util';
import { createApp } from './app';

/**
 * The flags: `grafana` is the one whose packages the page was built with, `prefix` is in front of every address, such as
 * `/grafana`, and `policy` is the content security policy. A port in use is replaced by the next free one.
 */
const DEFAULTS = {
  port: '3400',
  service: 'http://127.0.0.1:9400',
  token: 'demo-token',
  grafana: '12.4',
  prefix: '',
  policy: '',
};

/** Only on loopback, since the server has a token. */
async function listen(options: typeof DEFAULTS, port: number): Promise<string> {
  const app = createApp(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void app.close().then(() => process.exit(0)));
  }
  return app.listen({ host: '127.0.0.1', port }).catch((error) => {
    if (error.code !== 'EADDRINUSE' || port >= Number(options.port) + 100) {
      throw error;
    }
    return listen(options, port + 1);
  });
}

try {
  const flag = (value: string) => ({ type: 'string' as const, default: value });
  const flags = Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, flag(value)]));
  const options = parseArgs({ options: flags }).values as typeof DEFAULTS;
  listen(options, Number(options.port)).then((url) => console.log(`Workbench: ${url}`), fail);
} catch (error) {
  fail(error);
}

function fail(error: unknown) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
