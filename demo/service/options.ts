import type { Fault } from './faults/fault';
import type { Quirk } from './quirks/quirk';
import type { Mood } from './made/schedule';

/** The options of the demo service. Each has a default. */
export interface DemoOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 9400, or the next free one if it is in use, unless `strictPort`. 0: any free one. */
  port?: number;
  strictPort?: boolean;
  /** The same seed gives the same data. Default 1. */
  seed?: number;
  /** Stops the clock at this time (epoch milliseconds). */
  now?: number;
  /** How much goes wrong at the moment, default usual. */
  mood?: Mood;
  /** A folder of measured series (CSV with `timestamp,value`) to serve instead of made ones. */
  data?: string;
  /** Faults from the start. */
  faults?: Fault[];
  /** Quirks from the start. */
  quirks?: Quirk[];
}

export const tokens = {
  main: 'demo-token',
  small: 'demo-token-small',
  forbidden: 'demo-token-forbidden',
} as const;
