import { HOUR } from '../time';
import { type Story, between, gap, part, story } from './story';

// The stories in README.md. `week.ts` sets their times.

/**
 * The orders database slows down, and everything that waits for it, across three systems. Two metrics leave their
 * corridors for some minutes, too short for an alert: other suspects.
 */
export const slowOrders = story(
  'slow orders database',
  8,
  part(103, 'query_time', 3),
  part(101, 'response_time', 2.8, 12),
  part(101, 'error_rate', 2.5, 24),
  part(102, 'page_load_time', 2.5, 36),
  part(201, 'authorization_time', 2.4, 50),
  part(303, 'consumer lag', 2.4, 64)
);

export const suspects = story(
  'what else left its corridors then',
  1,
  between(part(103, 'disk.util', 2.4, 0, 'jump'), [0, 9]),
  between(part(301, 'net/eth0/rx', 1.9, 0, 'jump'), [20, 29])
);

/** Hundreds of events. */
export const cacheChurn = story(
  'cache churn at the edge',
  90,
  part(106, 'cache hit ratio', -2.7),
  part(106, 'bytes/out', 2.6, 35, 'wave')
);

export const coldFurnace = story(
  'a furnace cools down',
  9,
  part(402, 'temperature/°C', -2.5),
  part(402, 'heating_power', 1.9, 40),
  part(403, 'return_temperature', -1.8, 90)
);

export const silentStore = story('an object store is not measured', 8, gap(305, 'first byte'));

/** Adds a known metric with a flat corridor. */
export const silentMailer = story('a mailer is not measured', 2, gap(204, 'alive'));

export const fillingVolume = story('a volume fills up', 30, part(308, 'volume/free space', -4, 0, 'drift'));

/** It ended a few minutes ago. */
export const slowSearch = story('slow search', 1.5, part(104, 'latency p99', 2.1, 0, 'jump'));

/** 40 minutes outside, 40 inside: every alert ends less than an hour before the next. */
export const flappingSensor: Story = story(
  'a sensor flaps',
  8,
  ...Array.from({ length: 6 }, (_, i) => between(part(404, 'co/ppm', 2.3, 0, 'jump'), [i * 80, i * 80 + 40]))
);

/** Written at four in the morning instead of one: too few at first, then many at an unusual hour. */
export const lateJob = story('the invoices are late', 12, part(205, 'invoices/written', 3 * HOUR, 0, 'delay'));

/** For hours in the lower corridor, without an alert, then slightly below it. */
export const quietFailure = story(
  'a search index is half empty',
  7,
  between(part(104, 'queries', -0.78, 0, 'pinned'), [0, 330]),
  between(part(104, 'queries', -1.2, 0, 'pinned'), [330, 420])
);

/** A larger model is suddenly slower, until the corridors have learned it. */
export const deploy = story('a larger model is deployed', 65, part(105, 'model_time', 1.7, 0, 'shift'));

/** Until the restart. */
export const slowLeak = story('memory leaks', 62, part(302, 'memory', 2.6, 0, 'drift'));

/** The usual Monday run, on another day. */
export const wrongDay = story('the weekly settlement on the wrong day', 4, part(202, 'commit_time', 1.25));
