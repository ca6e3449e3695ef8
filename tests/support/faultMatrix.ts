import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import { setBackendSrv } from '@grafana/runtime';
import { descriptorOf } from '../../src/families/families';
import { type AnomalyQuery } from '../../src/ground/query';
import { type NamedFault } from './faults';
import { type Asked, errorsOf, noticesOf, panelOf, timesOf } from './panel';
import { flawsOf, flawsOfFrames, givesAdvice, saidBy } from './said';
import { STORY } from './trueAnswers';
import { WholeService } from './wholeService';

const MINUTE = 60_000;
const SPAN = 6 * 60 * MINUTE;

/** When a panel runs its query: the service is well, then fails, then is well again. */
const FIRST = STORY + 30_000;
const SECOND = FIRST + MINUTE;
const THIRD = FIRST + 90 * MINUTE;

/** The longest time that a request may take, in virtual time: several attempts, each with its timeout. */
const LONGEST = 30 * MINUTE;

/** The answers at the three moments without a fault, by the query's JSON. */
const undisturbed = new Map<string, Array<DataQueryResponse | undefined>>();

/** Mistakes in a query's answers while all its requests fail: once after a complete answer, once as the first request. */
export async function faultsOn(query: Partial<AnomalyQuery>, named: NamedFault): Promise<string[]> {
  jest.useFakeTimers({ now: FIRST });
  try {
    const wanted = await control(query);
    const flaws: string[] = [];
    for (const warm of [true, false]) {
      const found = await courseOf(query, named, warm, wanted);
      flaws.push(...found.map((flaw) => `${warm ? 'on a refresh' : 'at first'}: ${flaw}`));
    }
    return flaws;
  } finally {
    jest.clearAllTimers();
    jest.useRealTimers();
  }
}

async function control(query: Partial<AnomalyQuery>) {
  const key = JSON.stringify(query);
  const known = undisturbed.get(key);
  if (known) {
    return known;
  }
  const { ask } = wholePanel();
  const answers = [await ask(query, FIRST), await ask(query, SECOND), await ask(query, THIRD)].map(
    ({ answer }) => answer
  );
  undisturbed.set(key, answers);
  return answers;
}

async function courseOf(
  query: Partial<AnomalyQuery>,
  { fault, says }: NamedFault,
  warm: boolean,
  wanted: Array<DataQueryResponse | undefined>
): Promise<string[]> {
  const { service, ask } = wholePanel();
  const flaws: string[] = [];
  const before = warm ? await ask(query, FIRST) : undefined;
  service.fault = () => fault;
  const during = await ask(query, SECOND);
  const isKept = descriptorOf({ queryType: query.queryType }).model.ofSeries;
  flaws.push(...flawsDuring(during, isKept ? before?.answer : undefined, says));
  // Requests continue for half a second after the last panel has left, in case of a refresh.
  await jest.advanceTimersByTimeAsync(500);
  if (service.active > 0) {
    flaws.push(`${service.active} requests are still under way at the end`);
  }
  service.fault = () => undefined;
  const after = await ask(query, THIRD);
  const [now, then] = [after.answer, wanted[2]].map(essence);
  if (now !== then) {
    flaws.push(`afterwards it answers otherwise: ${difference(now, then)}`);
  }
  return flaws;
}

/** The first difference between two texts, with a little context. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((sign, i) => sign !== other[i]);
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 120);
  return `${near(one)} instead of ${near(other)}`;
}

interface Course {
  asked: Asked;
  answer: DataQueryResponse | undefined;
}

/** A panel of the whole service. Its answers have no time limit. */
export function wholePanel(options: Parameters<typeof panelOf>[0] = {}) {
  const panel = panelOf(options);
  const service = new WholeService();
  setBackendSrv(service.backend);
  const ask = async (query: Partial<AnomalyQuery>, at: number): Promise<Course> => {
    if (at > Date.now()) {
      await jest.advanceTimersByTimeAsync(at - Date.now());
    } else {
      jest.setSystemTime(at);
    }
    const asked = panel.ask({ ...query }, { from: at - SPAN, to: at });
    await ended(asked);
    return { asked, answer: asked.packets[asked.packets.length - 1] };
  };
  return { service, ask, panel, dataSource: panel.dataSource };
}

/** Virtual time passes until the last packet, or the limit. */
export async function ended(asked: { finished: boolean }) {
  const until = Date.now() + LONGEST;
  for (let i = 0; i < 5000 && !asked.finished && Date.now() < until; i++) {
    await jest.advanceTimersToNextTimerAsync();
  }
}

function flawsDuring(
  { asked, answer }: Course,
  before: DataQueryResponse | undefined,
  says: RegExp | undefined
): string[] {
  if (!asked.finished || asked.failure || !answer) {
    asked.leave();
    return [asked.failure ? `throws ${String(asked.failure)}` : 'does not end'];
  }
  const said = saidBy(answer);
  const frames = answer.data as DataFrame[];
  const old = frames.some(hasRows);
  // An answer in an unknown shape is about the newest forecast.
  const kept = said.some((text) => /a shape that is not known/.test(text)) ? [] : keptOf(before);
  const isError = errorsOf(answer).length > 0;
  return [
    ...said.flatMap(flawsOf),
    ...flawsOfFrames(frames),
    ...(said.length === 0 ? ['says nothing of what failed'] : []),
    ...(said.length > 0 && says && !said.some((text) => says.test(text))
      ? [`does not name the fault: ${said.join(' | ')}`]
      : []),
    ...(isError && !errorsOf(answer).some(givesAdvice) ? [`gives no advice: ${errorsOf(answer).join(' | ')}`] : []),
    ...(answer.state === LoadingState.Loading || answer.state === LoadingState.Streaming
      ? ['ends as if under way']
      : []),
    ...(isError && frames.length === 0 && answer.state !== undefined && answer.state !== LoadingState.Error
      ? [`its state is ${answer.state} with an error and nothing to show`]
      : []),
    ...kept.flatMap((times) =>
      frames.some((frame) => holdsAll(timesOf(frame), times)) ? [] : [`lost what was read: ${times.length} points`]
    ),
    ...(answer.errors ?? []).flatMap(({ refId }) => (refId === 'A' ? [] : [`an error of ${String(refId)}`])),
    ...(!isError && !old && noticesOf(answer).length === 0 ? ['is an empty answer without a word'] : []),
  ];
}

function hasRows({ length }: DataFrame): boolean {
  return length > 0;
}

/** The times of the points that are kept: metric data and forecasts within the requested range. */
function keptOf(before: DataQueryResponse | undefined): number[][] {
  const frames = (before?.data ?? []) as DataFrame[];
  return frames
    .filter(
      (frame) => frame.meta?.type?.startsWith('timeseries-') === true && frame.meta.executedQueryString !== undefined
    )
    .map((frame) => timesOf(frame).filter((time) => time >= SECOND - SPAN));
}

function holdsAll(times: number[], wanted: number[]): boolean {
  const there = new Set(times);
  return wanted.every((time) => there.has(time));
}

/** An answer without its calls. */
export function essence(answer: DataQueryResponse | undefined): string {
  const frames = (answer?.data ?? []) as DataFrame[];
  const text = JSON.stringify({
    errors: errorsOf(answer ?? { data: [] }),
    frames: frames.map(({ fields, refId, meta }) => ({
      refId,
      notices: meta?.notices,
      fields: fields.map(({ name, type, values, config, labels }) => ({
        name,
        type,
        values: [...values].map(toTheSecond),
        config,
        labels,
      })),
    })),
  });
  return (
    text
      // Times in links, and times as text.
      .replace(/(1[5-9]\d{8})\d{3}(?!\d)/g, '$1000')
      // Durations as text.
      .replace(/"(\d{7,})":(?=\{"text")/g, (_, span: string) => `"${toTheSecond(Number(span))}":`)
  );
}

/**
 * An answer without titles, without whether an alert is only about missing data, and without durations. The first two are
 * looked up in addition to the rows, and their failures are silent. Durations of active alerts depend on the clock.
 */
export function withoutTitles(text: string): string {
  const answer = JSON.parse(text) as { frames: Array<{ fields: Array<{ name: string }> }> };
  for (const frame of answer.frames) {
    frame.fields = frame.fields.filter(
      ({ name }) => !['title', 'text', 'tags', 'body', 'id', 'duration'].includes(name)
    );
  }
  return JSON.stringify(answer);
}

/** Durations of active alerts depend on the clock, which is a few milliseconds ahead after a longer wait. */
function toTheSecond(value: unknown): unknown {
  return typeof value === 'number' && value > 1e6 ? Math.round(value / 1000) * 1000 : value;
}
