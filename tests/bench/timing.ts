import { performance } from 'node:perf_hooks';

/** A task to measure. If it returns a number, these milliseconds don't count. */
type Task = () => unknown;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Other work on the machine only adds time, so that the fastest run is the least disturbed one. */
export function fastest(values: readonly number[]): number {
  return Math.min(...values);
}

interface Rounds {
  rounds: number;
  /** Rounds before the measurement. */
  warmUp?: number;
  /** The median of all rounds. */
  of?: (times: readonly number[]) => number;
}

/**
 * Runs the tasks in turns, A B C A B C, so that other work on the machine affects all of them alike. Returns the median of
 * each (or the result of `of`) in milliseconds. The first rounds don't count, because the engine is still warming up.
 * `first` prepares a task without being measured.
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

/** Milliseconds of processor time in this process. Other work on the machine and pauses don't count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
