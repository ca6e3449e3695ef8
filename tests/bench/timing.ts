import { performance } from 'node:perf_hooks';

/** Anything that is done once and measured. A number that it gives are milliseconds that do not count. */
type Task = () => unknown;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What other work on the machine adds is never negative: the fastest run is the one least disturbed. */
export function fastest(values: readonly number[]): number {
  return Math.min(...values);
}

interface Rounds {
  rounds: number;
  /** Rounds before, not counted. */
  warmUp?: number;
  /** The median of all rounds. */
  of?: (times: readonly number[]) => number;
}

/**
 * Runs the tasks in turns, A B C A B C, so that whatever else the machine does falls on all of them alike, and gives the
 * median (or what `of` makes of the times) of each in milliseconds. The first rounds are not counted: the engine is still warming up. What has to be done
 * before a task, and is not to be measured, is its `first`.
 */
export async function inTurns<Name extends string>(
  tasks: Record<Name, Task>,
  { rounds, warmUp = 5, of = median }: Rounds,
  first: Partial<Record<Name, Task>> = {}
): Promise<Record<Name, number>> {
  const names = Object.keys(tasks) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      await first[name]?.();
      const start = performance.now();
      const apart = await tasks[name]();
      const time = performance.now() - start - (typeof apart === 'number' ? apart : 0);
      if (round >= 0) {
        times.get(name)?.push(time);
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, of(times.get(name) ?? [])])) as Record<Name, number>;
}

export function ms(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : 1)} ms`;
}

/** Milliseconds of this process: other work on the machine, and pauses, do not count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
