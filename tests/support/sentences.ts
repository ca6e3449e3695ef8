/** Compares the sentences of `explain` about a metric with its points. Written from the docs, without the plugin's code. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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
  from: number;
  to: number;
  now: number;
  /** Milliseconds between points if none are missing. */
  step: number;
  /** The finest points up to the end: from the range and the newest twelve hours. */
  points: SeenPoint[];
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
export function stateOf({ points, to, now, step }: Omit<Case, 'row'>): string {
  const newest = points[points.length - 1];
  if (Math.min(to, now) - newest.time > Math.max(10 * MINUTE, 3 * step)) {
    return 'unknown';
  }
  const bucket = points.filter((point) => bucketOf(point) === bucketOf(newest));
  const before = points.filter((point) => bucketOf(point) === bucketOf(newest) - 1);
  const both = bucket.length * step < QUARTER / 2 ? [...before, ...bucket] : bucket;
  const gap = both.findLastIndex(({ time }, i) => i > 0 && time - both[i - 1].time > Math.max(QUARTER, 2 * step));
  const judged = both.slice(Math.max(0, gap));
  return 2 * judged.filter(isOut).length < judged.length ? 'inside' : 'outside';
}

/** Of a metric that is outside: the median distances of the newest half hour of its stretch and of the hour before. */
export function trendOf(stretch: readonly SeenPoint[]): string | null {
  const end = stretch[stretch.length - 1].time;
  const far = (from: number, to: number) =>
    stretch.filter(({ time }) => time > from && time <= to).map((point) => Math.abs(widthsOf(point)));
  const [newest, before] = [far(end - HOUR / 2, end), far(end - 1.5 * HOUR, end - HOUR / 2)];
  if (newest.length === 0 || before.length === 0) {
    return null;
  }
  const [now, then] = [medianOf(newest), medianOf(before)];
  return now > 1.25 * then ? 'worse' : now < 0.75 * then ? 'better' : 'steady';
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
  const said = /^(Outside|Inside) (?:since|from) (?:(\w+ \d+), )?(\d\d:\d\d)( or earlier)?/.exec(sentence);
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
    check(stateOf(one) === 'inside', `state ${String(row.state)}`);
    return;
  }
  if (!said) {
    check(row.state === 'unknown' && stateOf(one) === 'unknown', `no state: ${sentence}`);
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
  check(row.state === stateOf(one), `state ${String(row.state)}, not ${stateOf(one)}`);
  const present = points.filter(({ time }) => time >= start.time);
  const previous = points.findLast(({ time }) => time < start.time);
  check(
    present.every(({ time }, i) => i === 0 || time - present[i - 1].time <= calm),
    'data since then'
  );
  const isOutside = word === 'Outside';
  const isKnown = previous !== undefined && start.time - previous.time <= calm && isOut(previous) !== isOutside;
  check(isKnown === !earlier, 'whether it began then');
  check(isOut(start) === isOutside, `${word} then`);
  const lasted = (since: number) => spanText(Math.max(newest.time - since, Math.min(step, end - since), MINUTE));
  const last = present.findLastIndex((point) => isOut(point) === isOutside);
  const isContrary = last < present.length - 1;
  if (isContrary) {
    const also = `; ${isOutside ? 'back inside' : 'outside'} for ${lasted(present[last + 1].time)}.`;
    check(sentence.includes(also), `the newest points${also}`);
  } else {
    const duration = lasted(start.time);
    const texts = earlier || isPast ? [`(at least ${duration}`] : [`(${duration})`, `(${duration},`];
    check(
      texts.some((text) => sentence.includes(text)),
      `lasted ${duration}`
    );
  }
  const continuing = present.slice(0, last + 1);
  if (!isOutside) {
    check(!continuing.some(isOut), 'inside since then');
    return;
  }
  check(isContrary || /short returns/.test(sentence) === continuing.some((point) => !isOut(point)), 'returns');
  check(row.trend === trendOf(continuing), `trend ${trendOf(continuing)}, not ${String(row.trend)}`);
  const outside = present.filter(isOut);
  const bridged = Math.max(QUARTER, 2 * step);
  check(
    outside.every(
      ({ time }, i) =>
        i === 0 ||
        time - outside[i - 1].time < bridged ||
        !points.some((point) => point.time < time && point.time > outside[i - 1].time)
    ),
    'outside since then'
  );
  const before = points.findLast((point) => point.time < start.time && isOut(point));
  check(!before || start.time - before.time >= bridged, 'began earlier');
}

function checkValue({ points, row, to, now, step }: Case, sentence: string, check: Check) {
  const newest = points[points.length - 1];
  const widths = widthsOf(newest);
  check(row.value === newest.value && Math.abs(Number(row.deviation) - widths) < 1e-9, 'newest value');
  const number = String.raw`(-?\d+(?:\.\d+)?)`;
  const said = new RegExp(
    `(Now|At [^.]*?\\d\\d:\\d\\d(?: \\([^)]* ago\\))?:|Last value:) ${number}, expected ${number}(?:–| – )${number}`
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
  const edges = [newest.main, newest.sup, newest.inf].flatMap((band) => (band ? [band.down, band.up] : []));
  check(from === Math.min(...edges) && upTo === Math.max(...edges), 'the span of all corridors');
  check((word === 'Now') <= (now - to <= MINUTE && Math.min(to, now) - newest.time <= 2 * step), 'now');
  check(!word.startsWith('At') || word.includes(clockOf(newest.time)), 'its time');
}

function checkWorst({ points, from, to }: Case, sentence: string, check: Check) {
  const ofRange = points.filter(({ time }) => time >= from && time <= to);
  const most = Math.max(0, ...ofRange.map((point) => Math.abs(widthsOf(point))));
  const worst = ofRange.find((point) => Math.abs(widthsOf(point)) === most);
  const said = /Furthest (above|below): ([\d.]+)× the corridor's width, at (?:\w+ \d+, )?(\d\d:\d\d)/.exec(sentence);
  if (!said) {
    check(most === 0, `furthest ${most}`);
    return;
  }
  const side = worst && widthsOf(worst) > 0 ? 'above' : 'below';
  check(
    said[1] === side && Number(said[2]) === Number(most.toPrecision(2)) && said[3] === clockOf(worst?.time ?? 0),
    `furthest ${side} ${most}`
  );
}
