/** Compares the sentences of `explain` about a metric with its points. Written from the docs, without the plugin's code. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const QUARTER = 15 * MINUTE;

interface Band {
  up: number;
  down: number;
}

/** A point of the service. */
export interface SeenPoint {
  time: number;
  value: number;
  main: Band;
  sup: Band | null;
  inf?: Band | null;
}

/** A row of the answer, and the service's data. */
export interface Case {
  row: Record<string, unknown>;
  usual: boolean;
  from: number;
  to: number;
  now: number;
  /** Milliseconds between points if none are missing. */
  step: number;
  /** The finest points up to the end: from the range and the newest twelve hours. */
  points: SeenPoint[];
  /** Points every 15 minutes, from more than 30 days. */
  coarse: SeenPoint[];
  coarseStep: number;
}

/** With its sign, in widths of the main corridor. 0 is inside any corridor. */
export function widthsOf({ value, main, sup, inf }: Omit<SeenPoint, 'time'>): number {
  const bands = [main, sup, inf].flatMap((band) => band ?? []);
  const distance = Math.min(...bands.map(({ up, down }) => Math.max(0, value - up, down - value)));
  return distance === 0 ? 0 : (Math.sign(value - main.down) * distance) / (main.up - main.down);
}

const isOut = (point: SeenPoint) => widthsOf(point) !== 0;
const bucketOf = ({ time }: SeenPoint) => Math.floor(time / QUARTER);
const clockOf = (time: number) => new Date(time).toISOString().slice(11, 16);
/** Made once, because that takes longer than hundreds of its answers. */
const DAY_TEXT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayOf = (time: number) => DAY_TEXT.format(time);

function medianOf(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

/** `2 h 5 min` */
function spanText(span: number): string {
  const minutes = Math.round(span / MINUTE);
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  return [d > 0 && `${d} d`, h > 0 && `${h} h`, d === 0 && m > 0 && `${m} min`].filter(Boolean).join(' ');
}

/** The state, as the docs define it. */
export function stateOf({ points, to, now, step }: Case, since: number): string {
  const newest = points[points.length - 1];
  if (Math.min(to, now) - newest.time > Math.max(10 * MINUTE, 3 * step)) {
    return 'unknown';
  }
  const bucket = points.filter((point) => bucketOf(point) === bucketOf(newest));
  if (2 * bucket.filter(isOut).length < bucket.length) {
    return 'inside';
  }
  return isRecovering(points, since) ? 'recovering' : 'outside';
}

function isRecovering(points: SeenPoint[], since: number): boolean {
  const newest = points[points.length - 1];
  const rows = points.filter(({ time }) => time >= Math.max(since, newest.time - 3 * HOUR));
  if (newest.time - rows[0].time < HOUR) {
    return false;
  }
  const anchor = rows[0];
  const measures = [widthsOf, ({ value }: SeenPoint) => widthsOf({ ...anchor, value })];
  const buckets = [...new Set(rows.map(bucketOf))].map((one) => rows.filter((point) => bucketOf(point) === one));
  const side = Math.sign(medianOf(buckets[buckets.length - 1].map(widthsOf)));
  const ofSide = buckets.filter((bucket) => side !== 0 && Math.sign(medianOf(bucket.map(widthsOf))) === side);
  return (
    ofSide.length >= 4 &&
    measures.every((measure) => {
      const far = ofSide.map((bucket) => Math.max(0, side * medianOf(bucket.map(measure))));
      const half = Math.floor(far.length / 2);
      const [earlier, later] = [medianOf(far.slice(0, half)), medianOf(far.slice(-half))];
      return earlier > 0 && later <= 0.75 * earlier && far[far.length - 1] <= 1.1 * later;
    })
  );
}

/** Mistakes in the sentence, as words. */
export function contradictions(one: Case): string[] {
  const sentence = String(one.row.sentence);
  const found: string[] = [];
  const check = (isTrue: boolean, what: string) => void (isTrue || found.push(what));
  if (one.points.length === 0) {
    check(/^No data$/.test(sentence), 'no data');
    return found;
  }
  checkStay(one, sentence, check);
  checkValue(one, sentence, check);
  checkWorst(one, sentence, check);
  checkPrecedent(one, sentence, check);
  return found;
}

type Check = (isTrue: boolean, what: string) => void;

function checkStay(one: Case, sentence: string, check: Check) {
  const { points, from, to, now, step, row } = one;
  const newest = points[points.length - 1];
  const calm = Math.max(QUARTER, 2 * step);
  const isPast = now - to > MINUTE;
  const end = Math.min(to, now);
  check(/^Unknown/.test(sentence) === (row.state === 'unknown'), 'unknown');
  const said = /^(Outside|Inside|Mostly inside) (?:since|from) (?:(\w+ \d+), )?(\d\d:\d\d)( or earlier)?/.exec(
    sentence
  );
  if (/^Inside its corridors for the whole range/.test(sentence)) {
    const times = [from, ...points.filter(({ time }) => time >= from).map(({ time }) => time), Math.min(to, now)];
    check(
      points.every((point) => point.time < from || !isOut(point)),
      'inside throughout'
    );
    check(
      times.every((time, i) => i === 0 || time - times[i - 1] <= calm),
      'data of the whole range'
    );
    check(stateOf(one, from) === 'inside', `state ${String(row.state)}`);
    return;
  }
  if (!said) {
    check(row.state === 'unknown' && stateOf(one, 0) === 'unknown', `no state: ${sentence}`);
    return;
  }
  const [, word, day, clock, earlier] = said;
  const start = points.find(
    ({ time }) => clockOf(time) === clock && (day ? dayOf(time) === day : dayOf(time) === dayOf(now))
  );
  if (!start) {
    check(false, 'a point at its time');
    return;
  }
  check(row.state === stateOf(one, start.time), `state ${String(row.state)}, not ${stateOf(one, start.time)}`);
  const present = points.filter(({ time }) => time >= start.time);
  const previous = points.findLast(({ time }) => time < start.time);
  check(
    present.every(({ time }, i) => i === 0 || time - present[i - 1].time <= calm),
    'data since then'
  );
  if (word === 'Mostly inside') {
    check(isOut(newest) && 2 * present.filter(isOut).length < present.length, 'mostly inside');
    return;
  }
  const isOutside = word === 'Outside';
  const isKnown = previous !== undefined && start.time - previous.time <= calm && isOut(previous) !== isOutside;
  check(isKnown === !earlier, 'whether it began then');
  check(isOut(start) === isOutside, `${word} then`);
  const duration = spanText(Math.max(newest.time - start.time, Math.min(step, end - start.time), MINUTE));
  const texts = earlier || isPast ? [`(at least ${duration}`] : [`(${duration})`, `(${duration},`];
  check(
    texts.some((text) => sentence.includes(text)),
    `lasted ${duration}`
  );
  if (!isOutside) {
    check(!present.some(isOut), 'inside since then');
    return;
  }
  check(
    /short returns/.test(sentence) === (!earlier && !isPast && present.some((point) => !isOut(point))) ||
      !!earlier ||
      isPast,
    'returns'
  );
  const outside = present.filter(isOut);
  check(
    outside.every(({ time }, i) => i === 0 || time - outside[i - 1].time <= QUARTER || step > QUARTER / 2),
    'outside since then'
  );
  const before = points.findLast((point) => point.time < start.time && isOut(point));
  const between = before ? points.filter(({ time }) => time > before.time && time < start.time).length : 0;
  check(!before || start.time - before.time > QUARTER || between >= 5, 'began earlier');
}

function checkValue({ points, row, to, now, step }: Case, sentence: string, check: Check) {
  const newest = points[points.length - 1];
  const widths = widthsOf(newest);
  check(row.value === newest.value && Math.abs(Number(row.deviation) - widths) < 1e-9, 'newest value');
  const number = String.raw`(-?\d+(?:\.\d+)?)`;
  const said = new RegExp(
    `(Now|At [^.]*?\\d\\d:\\d\\d:|Last value:) ${number}, expected ${number}(?:–| – )${number}`
  ).exec(sentence);
  if (!said) {
    check(false, 'a value');
    return;
  }
  const [, word, ...texts] = said;
  const [value, low, high] = texts.map(Number);
  const [from, upTo] = [Number(row.expectedFrom), Number(row.expectedTo)];
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 0.005 * Math.abs(b) + 1e-9;
  check(isNear(value, newest.value) && isNear(low, from) && isNear(high, upTo), 'numbers');
  check(Math.sign(value - low) === Math.sign(newest.value - from), 'lower limit');
  check(Math.sign(value - high) === Math.sign(newest.value - upTo), 'upper limit');
  check((newest.value >= from && newest.value <= upTo) === (widths === 0), 'inside what is expected');
  check((word === 'Now') <= (now - to <= MINUTE && Math.min(to, now) - newest.time <= 2 * step), 'now');
  check(!word.startsWith('At') || word.endsWith(`${clockOf(newest.time)}:`), 'its time');
}

function checkWorst({ points, row, from, to }: Case, sentence: string, check: Check) {
  const ofRange = points.filter(({ time }) => time >= from && time <= to);
  const most = Math.max(0, ...ofRange.map((point) => Math.abs(widthsOf(point))));
  const worst = ofRange.find((point) => Math.abs(widthsOf(point)) === most);
  const said = /Furthest out: ([\d.]+)× the corridor's width, at (?:\w+ \d+, )?(\d\d:\d\d)/.exec(sentence);
  const isOther = /this far|as far|Farther/.test(sentence) && worst && worst.time < Number(row.leftAt ?? 0);
  if (!said) {
    check(
      most === 0 || isOther === true || (row.leftAt === null && /this far|as far|Farther/.test(sentence)),
      `furthest out ${most}`
    );
    return;
  }
  check(
    Number(said[1]) === Number(most.toPrecision(2)) && said[2] === clockOf(worst?.time ?? 0),
    `furthest out ${most}`
  );
  check(!isOther, 'two measures');
}

function checkPrecedent(one: Case, sentence: string, check: Check) {
  const { coarse, coarseStep, row, usual } = one;
  const said = /(Not this far|About as far on (\w+ \d+)|Farther on (\w+ \d+)).*\(by (\d+)-minute values\)/.exec(
    sentence
  );
  if (!said) {
    return;
  }
  check(usual && ['outside', 'recovering'].includes(String(row.state)), 'compared');
  check(Number(said[4]) * MINUTE === coarseStep, 'by which values');
  const first = coarse.findLastIndex((point) => !isOut(point)) + 1;
  const begin = row.leftAt === null ? (coarse[first]?.time ?? Infinity) : Number(row.leftAt);
  const stay = coarse.filter(({ time }) => time >= begin).map(widthsOf);
  const most = stay.reduce((far, widths) => (Math.abs(widths) > Math.abs(far) ? widths : far), 0);
  const before = coarse.filter(({ time }) => time >= begin - 30 * DAY && time < begin - coarseStep);
  const shares = before.map((point) => ({ time: point.time, share: widthsOf(point) / most }));
  const farther = shares.findLast(({ share }) => share > 1.1);
  const about = shares.findLast(({ share }) => share >= 0.9);
  const [fartherDay, aboutDay] = [farther, about].map((one) => one && dayOf(one.time));
  if (said[3]) {
    check(fartherDay === said[3], `farther on ${fartherDay}`);
  } else {
    check(!farther, `farther on ${fartherDay}`);
    check((said[2] ?? undefined) === aboutDay, `about on ${aboutDay}`);
  }
}
