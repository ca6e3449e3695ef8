import { t } from '@grafana/i18n';
import { type Judgment, type Newest, presentExcursion, type When } from '../../judging/judgeMetric';
import { HOUR, MINUTE } from '../../ground/settings';
import { down, isPast } from '../../ground/spans';
import { durationText, shortTime } from '../../ground/timeTexts';
import { RAW } from '../../ground/texts';
import { inSentence, significant, distinctNumbers, unitIn } from '../../table/texts';
import { isCoarse } from '../../table/columns';

/** The context of the sentence. */
export interface Viewpoint extends When {
  timeZone: string;
  /** The metric's name. It can contain the unit in parentheses. */
  metricName: string;
  /** Milliseconds between the points of the range. */
  resolution: number | null;
  /** Whether values are sums, which depend on the distance of points. */
  isSum: boolean;
  /** Whether the range has any data. */
  hasData: boolean;
}

/** The state of a metric: since when, its newest value, and how far outside it was. */
export function sentenceOf(judgment: Judgment, reader: Viewpoint): string {
  const { newest } = judgment;
  if (!newest) {
    return reader.hasData ? t('deviations.no-corridors', 'No corridors yet') : t('deviations.no-data', 'No data');
  }
  const parts = [stateText(judgment, newest, reader), valueText(judgment, newest, reader), worstText(judgment, reader)];
  return parts.filter((part) => part !== '').join(' ');
}

function stateText(judgment: Judgment, newest: Newest, reader: Viewpoint): string {
  const { state, since, isSinceKnown, contrarySince, isInsideThroughout } = judgment;
  const last = clock(newest.at, reader);
  if (since === null) {
    return t('explain.unknown', 'Unknown since {{last}}.', { last, ...RAW });
  }
  if (isInsideThroughout) {
    return t('explain.inside-throughout', 'Inside its corridors for the whole range.');
  }
  const time = clock(since, reader);
  const whole = lasted(since, newest, reader);
  const duration = presentExcursion(judgment)?.hasReturns
    ? t('explain.with-returns', '{{duration}}, with short returns', { duration: whole, ...RAW })
    : whole;
  const values = {
    since: isSinceKnown ? time : t('explain.or-earlier', '{{time}} or earlier', { time, ...RAW }),
    duration:
      isSinceKnown && !isPast(reader) ? duration : t('explain.at-least', 'at least {{duration}}', { duration, ...RAW }),
    last,
    newest: lasted(contrarySince ?? newest.at, newest, reader),
    ...RAW,
  };
  if (contrarySince !== null) {
    return state === 'inside'
      ? t('explain.inside-but', 'Inside since {{since}}; outside for {{newest}}.', values)
      : t('explain.outside-but', 'Outside since {{since}}; back inside for {{newest}}.', values);
  }
  if (isPast(reader)) {
    return state === 'inside'
      ? t('explain.was-inside', 'Inside from {{since}} to {{last}} ({{duration}}).', values)
      : t('explain.was-outside', 'Outside from {{since}} to {{last}} ({{duration}}).', values);
  }
  return state === 'inside'
    ? t('explain.inside', 'Inside since {{since}} ({{duration}}).', values)
    : t('explain.outside', 'Outside since {{since}} ({{duration}}).', values);
}

/** A single point covers the time until the next one, which is not over yet. */
function lasted(since: number, newest: Newest, { to, now, step }: Viewpoint): string {
  const span = Math.max(newest.at - since, Math.min(step, Math.min(to, now) - since), MINUTE);
  return durationText(Math.round(span / MINUTE) * MINUTE);
}

function valueText({ state }: Judgment, { at, value, expectedFrom, expectedTo }: Newest, reader: Viewpoint): string {
  const unit = unitIn(reader.metricName);
  const [now, from, to] = distinctNumbers([value, expectedFrom, expectedTo]).map(inSentence);
  const expected = expectedFrom < 0 ? `${from} – ${to}` : `${from}–${to}`;
  const sum = { value: now + unit, step: durationText(reader.step), ...RAW };
  const values = {
    value: reader.isSum ? t('explain.sum', '{{value}} in {{step}}', sum) : sum.value,
    expected: expected + unit,
    time: clock(at, reader),
    ...RAW,
  };
  if (state === 'unknown') {
    return t('explain.last', 'Last value: {{value}}, expected {{expected}}.', values);
  }
  // Refreshes and slow services need time: an old value is not the current one.
  const age = Math.min(reader.to, reader.now) - at;
  if (age > HOUR && !isPast(reader)) {
    const aged = { ...values, age: durationText(down(age, MINUTE)) };
    return t('explain.aged', 'At {{time}} ({{age}} ago): {{value}}, expected {{expected}}.', aged);
  }
  return isPast(reader) || age > 2 * reader.step
    ? t('explain.then', 'At {{time}}: {{value}}, expected {{expected}}.', values)
    : t('explain.now', 'Now {{value}}, expected {{expected}}.', values);
}

function worstText({ worst }: Judgment, reader: Viewpoint): string {
  if (!worst || worst.widths === 0) {
    return '';
  }
  const { resolution } = reader;
  const time = clock(worst.at, reader);
  const values = {
    widths: inSentence(significant(Math.abs(worst.widths), 2)),
    time: !isCoarse(resolution)
      ? time
      : t('explain.by-values', '{{time}} ({{step}} values)', { time, step: durationText(resolution), ...RAW }),
    ...RAW,
  };
  return worst.widths > 0
    ? t('explain.worst-above', "Furthest above: {{widths}}× the corridor's width, at {{time}}.", values)
    : t('explain.worst-below', "Furthest below: {{widths}}× the corridor's width, at {{time}}.", values);
}

function clock(time: number, { now, timeZone }: Viewpoint): string {
  return shortTime(time, now, timeZone);
}
