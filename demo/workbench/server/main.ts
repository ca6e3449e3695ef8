import { Command, InvalidArgumentError } from 'commander';
import { createApp, type Options } from './app';

const options = new Command('workbench')
  .description('A page that loads the built plugin without a Grafana server.')
  .option('--port <port>', 'port; the next free one where it is in use', number, 3400)
  .option('--service <url>', "the anomaly service's base address", 'http://127.0.0.1:9400')
  .option('--token <token>', 'access token, kept by the server', 'demo-token')
  .option('--grafana <version>', "which Grafana's packages the page was built with", '12.4')
  .option('--prefix <path>', 'in front of every address, such as /grafana', '')
  .option('--policy <text>', 'the content security policy of every answer', '')
  .parse()
  .opts<Options>();

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value)) {
    throw new InvalidArgumentError('a whole number is needed.');
  }
  return value;
}

/** Only on loopback, since the server has a token. */
async function listen(port: number): Promise<string> {
  const app = createApp(options);
  try {
    const url = await app.listen({ host: '127.0.0.1', port });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void app.close().then(() => process.exit(0)));
    }
    return url;
  } catch (error) {
    await app.close();
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && port < options.port + 100) {
      return listen(port + 1);
    }
    throw error;
  }
}

listen(options.port).then(
  (url) => console.log(`Workbench: ${url}`),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
);
