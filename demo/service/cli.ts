import { Command, Option } from 'commander';
import { type Fault, faultFields } from './faults/fault';
import { words } from './faults/words';
import * as flags from './flags';
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
 * What the command line asks for. Ends the process where it asks for help or for what there is not.
 *
 * @param args without the names of node and script
 */
export function parseOptions(args: readonly string[]): DemoOptions {
  return optionsOf(makeProgram().parse(args, { from: 'user' }).opts<Flags>());
}

/** The command line, not yet read. @param name what the user calls it */
export function makeProgram(name = 'demo-service'): Command {
  return new Command(name)
    .description('The anomaly monitoring service with made (or measured) data.')
    .option('--port <port>', 'port; the next free one where it is in use', flags.number, 9400)
    .option('--strict-port', 'end with an error where the port is in use')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--seed <number>', 'the same seed gives the same data', flags.number, 1)
    .option('--now <time>', 'fix the clock, ISO 8601', flags.time)
    .addOption(new Option('--busy', 'more than twenty alerts active at once').conflicts('quiet'))
    .option('--quiet', 'no active alert')
    .option('--data <folder>', 'serve the measured series below the folder: CSV with timestamp,value')
    .option('--max-window <duration>', 'longest window of metric data, such as 14d', flags.duration)
    .option('--max-fine-window <duration>', 'longest window where 1m is asked for, such as 48h', flags.duration)
    .option('--latency <ms>', 'answer that late: 500, or 200-1500', flags.latency)
    .option('--fail <rate>', 'share of requests that fail, 0 to 1', flags.rate)
    .option('--fail-with <what>', 'how they fail: a status, or a word of the list below', flags.failure, 503)
    .option('--fail-match <regex>', 'only where it matches method, path and query')
    .option('--fault <fault>', 'a fault such as "fail=429 retryAfter=2 times=3"; may be given again', flags.fault)
    .option('--jitter <off>', 'timestamps are off by so many milliseconds; below 1: that share of a step', flags.jitter)
    .option('--quirk <quirk>', 'a quirk such as "window=open moves=2"; may be given again', flags.quirk)
    .addHelpText('after', () => sections({ 'A fault': faultFields, 'Words of fail': words, 'A quirk': quirkNames }));
}

function sections(of: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  return Object.entries(of)
    .map(([title, lines]) => `\n${title}:\n${list(lines)}`)
    .join('\n');
}

function list(of: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(of).map((name) => name.length));
  return Object.entries(of)
    .map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
    .join('\n');
}

function optionsOf({ busy, quiet, ...flags }: Flags): DemoOptions {
  const { latency, fail, failWith, failMatch, fault, maxWindow, maxFineWindow, jitter, quirk, ...rest } = flags;
  // A delay meets every request; a failure those that `--fail-match` and `--fail` leave.
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
