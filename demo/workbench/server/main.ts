import { Command, InvalidArgumentError } from 'commander';
import { listen } from './listen';
import { DEFAULTS } from './options';

interface Flags {
  port: number;
  strictPort?: boolean;
  service: string;
  token: string;
  span: string;
  metrics: number;
  grafana: string;
  prefix: string;
  policy: string;
}

const flags = new Command('workbench')
  .description('A page that loads the built plugin without a Grafana server.')
  .option('--port <port>', 'port; the next free one where it is in use', number, DEFAULTS.port)
  .option('--strict-port', 'end with an error where the port is in use')
  .option('--service <url>', "the anomaly service's base address", DEFAULTS.serviceUrl)
  .option('--token <token>', 'access token, kept by the server', DEFAULTS.accessToken)
  .option('--span <duration>', 'how far back the dashboard Corridors looks', DEFAULTS.span)
  .option('--metrics <count>', 'how many metrics it shows', number, DEFAULTS.metrics)
  .option('--grafana <version>', "which Grafana's packages the page was built with", DEFAULTS.grafana)
  .option('--prefix <path>', 'in front of every address, such as /grafana', DEFAULTS.prefix)
  .option('--policy <text>', 'the content security policy of every answer', DEFAULTS.policy)
  .parse()
  .opts<Flags>();

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value)) {
    throw new InvalidArgumentError('a whole number is needed.');
  }
  return value;
}

const { service: serviceUrl, token: accessToken, ...rest } = flags;
listen({ ...rest, serviceUrl, accessToken }).then(
  ({ url, close }) => {
    console.log(`Workbench: ${url}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void close().then(() => process.exit(0)));
    }
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
);
