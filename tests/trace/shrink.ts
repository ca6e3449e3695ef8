import { worldOf } from '../support/world/made';
import { READING, type WorldAlert } from '../support/world/truth';
import { type Failure, failureOf, START } from './runner';
import { type Step, type Trace } from './steps';

/** A smaller trace that fails in the same way, and its failure. */
export async function shrunk(trace: Trace, failure: Failure): Promise<{ trace: Trace; failure: Failure }> {
  const world = worldOf(trace.seed, START);
  let best: { trace: Trace; failure: Failure } = {
    trace: { alerts: world.alerts, reading: world.reading, ...trace, steps: trace.steps.slice(0, failure.step + 1) },
    failure,
  };
  const kind = kindOf(failure);
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const smaller of smallerThan(best.trace)) {
      const found = await failureOf(smaller);
      if (found && kindOf(found) === kind) {
        best = { trace: { ...smaller, steps: smaller.steps.slice(0, found.step + 1) }, failure: found };
        isSmaller = true;
        break;
      }
    }
  }
  return best;
}

/** The kind of failure, without the values of this trace. */
function kindOf({ what }: Failure): string {
  return /left running|requests instead of|does not end|throws/.exec(what)?.[0] ?? 'difference';
}

function* smallerThan(trace: Trace): Generator<Trace> {
  const { steps, alerts = [], reading } = trace;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at + size <= steps.length; at += size) {
      yield { ...trace, steps: steps.toSpliced(at, size) };
    }
  }
  for (let i = 0; i < alerts.length; i++) {
    yield { ...trace, alerts: alerts.toSpliced(i, 1) };
  }
  for (const [name, value] of Object.entries(reading ?? {})) {
    if (value !== READING[name as keyof typeof READING]) {
      yield { ...trace, reading: { ...reading, [name]: READING[name as keyof typeof READING] } };
    }
  }
  for (const [i, step] of steps.entries()) {
    for (const smaller of smallerStep(step)) {
      yield { ...trace, steps: steps.with(i, smaller) };
    }
  }
  for (const [i, alert] of alerts.entries()) {
    for (const smaller of smallerAlert(alert)) {
      yield { ...trace, alerts: alerts.with(i, smaller) };
    }
  }
}

function* smallerStep(step: Step): Generator<Step> {
  if (step.do === 'open') {
    const { more = [], inExplore, ...first } = step;
    if (more.length > 0 || inExplore) {
      yield first;
    }
    if (more.length > 0 && inExplore) {
      yield { ...first, more };
      yield { ...first, inExplore };
    }
    // Each query alone, in the place of all.
    yield* more.map((query) => ({ ...first, query, inExplore }));
    for (const name of Object.keys(step.query).filter((one) => one !== 'queryType')) {
      const { [name]: _, ...query } = step.query as Record<string, unknown>;
      yield { ...step, query };
    }
  } else if (step.do === 'settings') {
    yield { ...step, jsonData: {} };
  } else if (step.do === 'fault' && step.times === undefined) {
    yield { ...step, times: 1 };
  }
}

function* smallerAlert(alert: WorldAlert): Generator<WorldAlert> {
  for (let i = alert.events.length - 1; i > 0; i--) {
    yield { ...alert, events: alert.events.toSpliced(i, 1) };
  }
  for (const [i, event] of alert.events.entries()) {
    if (event.changes.length > 1) {
      yield { ...alert, events: alert.events.with(i, { ...event, changes: event.changes.slice(0, 1) }) };
    }
  }
}
