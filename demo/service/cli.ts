import { Command, Option } from 'commander';
import { type Fault, faultFields } from './faults/fault';
import { words } from './faults/words';
import * as flags from './flags';
import list from './flags.json';
import type { DemoOptions } from './options';
import { type Quirk, quirkNames } from './quirks/quirk';

interface Flags extends Omit<DemoOptions, 'mood' | 'faults' | 'quirks'> {
  busy?: boolean;
  quiet?: boolean;
  latency?: [number, number];
  fail?: number;
  failWith: Fault['fail'];
  failMatch?: string;
  fault?: Fault[];
  maxWindow?: number;
  maxFineWindow?: number;
  jitter?: number;
  quirk?: Quirk[];
}

/**
 * The options of the command line. Ends the process if it asks for help or has an unknown option.
 *
 * @param args without the names of node and script
 */
export function parseOptions(args: readonly string[]): DemoOptions {
  return optionsOf(makeProgram().parse(args, { from: 'user' }).opts<Flags>());
}

type Parser = (text: string, before: never) => unknown;

/** Parses the text of a flag into its value. Other flags remain text. */
const PARSERS = new Map<string, Parser>(
  Object.entries({
    port: flags.number,
    seed: flags.number,
    now: flags.time,
    'max-window': flags.duration,
    'max-fine-window': flags.duration,
    latency: flags.latency,
    fail: flags.rate,
    'fail-with': flags.failure,
    fault: flags.fault,
    jitter: flags.jitter,
    quirk: flags.quirk,
  })
);
const DEFAULTS = new Map<string, unknown>(Object.entries({ port: 9400, host: '127.0.0.1', seed: 1, 'fail-with': 503 }));

/** The command line, not yet read. `npm start` uses the same list of flags. */
export function makeProgram(): Command {
  const program = new Command('demo-service')
    .description('The anomaly monitoring service with made (or measured) data.')
    .addHelpText('after', () => sections({ 'A fault': faultFields, 'Words of fail': words, 'A quirk': quirkNames }));
  for (const [name, flag] of Object.entries<{ value?: string; help: string }>(list)) {
    const option = new Option(`--${name}${flag.value ? ` <${flag.value}>` : ''}`, flag.help);
    const parser = PARSERS.get(name);
    if (parser) {
      option.argParser(parser as (text: string, before: unknown) => unknown);
    }
    program.addOption(option.default(DEFAULTS.get(name)).conflicts(name === 'busy' ? ['quiet'] : []));
  }
  return program;
}

function sections(of: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  return Object.entries(of)
    .map(([title, lines]) => `\n${title}:\n${aligned(lines)}`)
    .join('\n');
}

function aligned(of: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(of).map((name) => name.length));
  return Object.entries(of)
    .map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
    .join('\n');
}

function optionsOf({ busy, quiet, ...flags }: Flags): DemoOptions {
  const { latency, fail, failWith, failMatch, fault, maxWindow, maxFineWindow, jitter, quirk, ...rest } = flags;
  // A delay applies to every request, a failure to those that `--fail-match` and `--fail` select.
  const failing = fail !== undefined || failMatch !== undefined || failWith !== 503;
  const faults: Fault[] = [
    ...(latency ? [{ latency }] : []),
    ...(failing ? [{ match: failMatch, rate: fail, fail: failWith }] : []),
    ...(fault ?? []),
  ];
  const given = Object.entries({ maxWindow, maxFineWindow, jitter }).filter(([, value]) => value !== undefined);
  const quirks = [...given.map(([name, value]) => ({ [name]: value })), ...(quirk ?? [])];
  return { ...rest, mood: busy ? 'busy' : quiet ? 'quiet' : 'usual', faults, quirks };
}
