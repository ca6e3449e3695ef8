import type { Fault } from './faults/fault';
import type { Quirk } from './quirks/quirk';
import type { Mood } from './made/schedule';

/** What the demo service can be told; each has a default. */
export interface DemoOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 9400; the next free one if it is in use, unless `strictPort`. 0: any free one. */
  port?: number;
  strictPort?: boolean;
  /** The same seed gives the same data. Default 1. */
  seed?: number;
  /** Fixes the clock (epoch milliseconds); it then stops. */
  now?: number;
  /** How much goes wrong at the moment; default usual. */
  mood?: Mood;
  /** A folder of measured series (CSV with `timestamp,value`), served instead of made ones. */
  data?: string;
  /** What makes it slow or faulty from the start. */
  faults?: Fault[];
  /** What it does differently from the start. */
  quirks?: Quirk[];
}

export const tokens = {
  main: 'demo-token',
  small: 'demo-token-small',
  forbidden: 'demo-token-forbidden',
} as const;
