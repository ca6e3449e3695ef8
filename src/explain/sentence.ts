import { t } from '@grafana/i18n';
import { isPast, type Judgment, type Newest, presentExcursion, type When } from '../judging/judgeMetric';
import { type Precedent } from '../judging/precedent';
import { MINUTE } from '../settings';
import { dayText, durationText, shortTime } from '../time/timeTexts';
import { RAW } from '../loading/texts';
import { inSentence, significant, distinctNumbers, unitIn } from '../tables/numberTexts';
import { isCoarse } from '../tables/resolution';

/** The context of the sentence. */
export interface Viewpoint extends When {
  timeZone: string;
  /** The metric's name. It can contain the unit in parentheses. */
  metricName: string;
  /** Milliseconds between the points of the range. */
  resolution: number | null;
  /** Whether the range has any data. */
  hasData: boolean;
}

/**
 * The state of a metric: since when, its newest value, how far outside it was, and whether it was as far before.
 *
 * @param precedent null if it was not requested, or is unknown
 */
export function sentenceOf(judgment: Judgment, reader: Viewpoint, precedent: Precedent | null): string {
  const { newest } = judgment;
  if (!newest) {
    return reader.hasData ? t('deviations.no-corridors', 'No corridors yet') : t('deviations.no-data', 'No data');
  }
  const excursion = presentExcursion(judgment);
  // Next to this comparison, a farther point of an earlier time outside would be misunderstood.
  const isOther = precedent && excursion && judgment.worst && judgment.worst.at < excursion.from;
  const parts = [
    stateText(judgment, newest, reader),
    valueText(judgment, newest, reader),
    isOther ? '' : worstText(judgment, reader),
    precedentText(precedent, reader),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function stateText(judgment: Judgment, newest: Newest, reader: Viewpoint): string {
  const { state, since, isSinceKnown, isMostly, isInsideThroughout } = judgment;
  const last = clock(newest.at, reader);
  if (since === null) {
    return t('explain.unknown', 'Unknown since {{last}}.', { last, ...RAW });
  }
  if (isInsideThroughout) {
    return t('explain.inside-throughout', 'Inside its corridors for the whole range.');
  }
  const time = clock(since, reader);
  if (isMostly) {
    return t('explain.mostly-inside', 'Mostly inside from {{time}} to {{last}}.', { time, last, ...RAW });
  }
  // A single point covers the time until the next one, which is not over yet.
  const elapsed = Math.min(reader.to, reader.now) - since;
  const span = Math.max(newest.at - since, Math.min(reader.step, elapsed), MINUTE);
  const whole = durationText(Math.round(span / MINUTE) * MINUTE);
  const duration = presentExcursion(judgment)?.hasReturns
    ? t('explain.with-returns', '{{duration}}, with short returns', { duration: whole, ...RAW })
    : whole;
  const values = {
    since: isSinceKnown ? time : t('explain.or-earlier', '{{time}} or earlier', { time, ...RAW }),
    duration:
      isSinceKnown && !isPast(reader) ? duration : t('explain.at-least', 'at least {{duration}}', { duration, ...RAW }),
    last,
    ...RAW,
  };
  if (isPast(reader)) {
    return state === 'inside'
      ? t('explain.was-inside', 'Inside from {{since}} to {{last}} ({{duration}}).', values)
      : t('explain.was-outside', 'Outside from {{since}} to {{last}} ({{duration}}).', values);
  }
  switch (state) {
    case 'inside':
      return t('explain.inside', 'Inside since {{since}} ({{duration}}).', values);
    case 'recovering':
      return t('explain.recovering', 'Outside since {{since}} ({{duration}}), recovering.', values);
    default:
      return t('explain.outside', 'Outside since {{since}} ({{duration}}).', values);
  }
}

function valueText({ state }: Judgment, { at, value, expectedFrom, expectedTo }: Newest, reader: Viewpoint): string {
  const unit = unitIn(reader.metricName);
  const [now, from, to] = distinctNumbers([value, expectedFrom, expectedTo]).map(inSentence);
  const expected = expectedFrom < 0 ? `${from} – ${to}` : `${from}–${to}`;
  const values = { value: now + unit, expected: expected + unit, time: clock(at, reader), ...RAW };
  if (state === 'unknown') {
    return t('explain.last', 'Last value: {{value}}, expected {{expected}}.', values);
  }
  // Refreshes and slow services need time: an old value is not the current one.
  const isLate = Math.min(reader.to, reader.now) - at > 2 * reader.step;
  return isPast(reader) || isLate
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
  return t('explain.worst', "Furthest out: {{widths}}× the corridor's width, at {{time}}.", values);
}

function precedentText(precedent: Precedent | null, reader: Viewpoint): string {
  if (!precedent) {
    return '';
  }
  const { farthest, at, step } = precedent;
  const minutes = Math.round(step / MINUTE);
  if (at === null) {
    return t('explain.nearer', 'Not this far in the previous 30 days (by {{minutes}}-minute values).', { minutes });
  }
  const values = { day: dayText(at, reader.now, reader.timeZone), minutes, ...RAW };
  return farthest === 'about'
    ? t('explain.about-as-far', 'About as far on {{day}} (by {{minutes}}-minute values).', values)
    : t('explain.farther', 'Farther on {{day}} (by {{minutes}}-minute values).', values);
}

function clock(time: number, { now, timeZone }: Viewpoint): string {
  return shortTime(time, now, timeZone);
}
