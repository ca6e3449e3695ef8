import { Command, InvalidArgumentError, Option } from 'commander';
import { type Fault, type Mishap, mishaps } from './control/faults';
import type { DemoOptions } from './options';
import { parseDuration } from './time';

interface Flags {
  port: number;
  strictPort?: boolean;
  host: string;
  seed: number;
  now?: number;
  busy?: boolean;
  quiet?: boolean;
  data?: string;
  maxWindow?: number;
  maxFineWindow?: number;
  latency?: [number, number];
  fail?: number;
  failStatus: number;
  failMatch?: string;
  hang?: boolean;
  drop?: boolean;
  garbage?: Mishap;
}

/**
 * What the command line asks for. Ends the process where it asks for help or for what there is not.
 *
 * @param args without the names of node and script
 */
export function parseOptions(args: readonly string[]): DemoOptions {
  return optionsOf(makeProgram().parse(args, { from: 'user' }).opts<Flags>());
}

function makeProgram(): Command {
  return new Command('demo-service')
    .description('The anomaly monitoring service with made (or measured) data.')
    .option('--port <port>', 'port; the next free one where it is in use', number, 9400)
    .option('--strict-port', 'end with an error where the port is in use')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--seed <number>', 'the same seed gives the same data', number, 1)
    .option('--now <time>', 'fix the clock, ISO 8601', time)
    .addOption(new Option('--busy', 'more than twenty alerts active at once').conflicts('quiet'))
    .option('--quiet', 'no active alert')
    .option('--data <folder>', 'serve the measured series below the folder: CSV with timestamp,value')
    .option('--max-window <duration>', 'longest window of metric data, such as 14d', duration)
    .option('--max-fine-window <duration>', 'longest window where 1m is asked for, such as 48h', duration)
    .option('--latency <ms>', 'answer that late: 500, or 200-1500', latency)
    .option('--fail <rate>', 'share of requests that fail, 0 to 1', rate)
    .option('--fail-status <status>', 'with that status', number, 503)
    .option('--fail-match <regex>', 'only where it matches method, path and query')
    .option('--hang', 'those that fail are never answered')
    .option('--drop', 'those that fail lose their connection')
    .addOption(
      new Option('--garbage [kind]', 'those that fail get a wrong body').choices(mishaps.slice(2)).preset('garbage')
    );
}

function optionsOf(flags: Flags): DemoOptions {
  const { busy, quiet, ...rest } = flags;
  return { ...rest, mood: busy ? 'busy' : quiet ? 'quiet' : 'usual', faults: faultsOf(flags) };
}

/** A delay meets every request; a failure those that `--fail-match` and `--fail` leave. */
function faultsOf({ latency: delay, fail, failStatus, failMatch, hang, drop, garbage }: Flags): Fault[] {
  const mishap = hang ? 'hang' : drop ? 'drop' : garbage;
  const failing = fail !== undefined || failMatch !== undefined || mishap !== undefined;
  return [
    ...(delay ? [{ latency: delay }] : []),
    ...(failing ? [{ match: failMatch, rate: fail ?? 1, fail: mishap ?? failStatus }] : []),
  ];
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value)) {
    throw new InvalidArgumentError('a whole number is needed.');
  }
  return value;
}

function rate(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) {
    throw new InvalidArgumentError('a number from 0 to 1 is needed.');
  }
  return value;
}

function time(text: string): number {
  const value = Date.parse(text);
  if (Number.isNaN(value)) {
    throw new InvalidArgumentError('a time such as 2026-01-31T12:00:00Z is needed.');
  }
  return value;
}

function duration(text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function latency(text: string): [number, number] {
  const [from, to = from] = text.split('-').map(Number);
  if (!(from >= 0 && to >= from)) {
    throw new InvalidArgumentError('milliseconds are needed: 500, or 200-1500.');
  }
  return [from, to];
}
