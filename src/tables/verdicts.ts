import { t } from '@grafana/i18n';
import { mapValues } from 'lodash';
import { type MostAlike, type News } from '../judging/news';
import { durationOf } from '../alertbook/span';
import { type Verdict } from '../judging/verdict';
import { RAW } from '../loading/texts';
import { lookUp } from '../query/shapes';
import { dayAndTime, durationText } from '../time/timeTexts';
import { type Column, textColumn } from './frame';
import { mappedColumn } from './states';

/** For a row that was not compared with similar alerts. */
export const NOT_JUDGED = 'not judged';

const VERDICTS: Record<Verdict | typeof NOT_JUDGED, () => string> = {
  standing: () => t('story.standing', 'long-running'),
  flapping: () => t('story.flapping', 'flapping'),
  new: () => t('words.new', 'new'),
  rare: () => t('story.rare', 'rare'),
  'worse than usual': () => t('story.worse', 'worse than usual'),
  usual: () => t('story.usual', 'usual'),
  [NOT_JUDGED]: () => t('story.not-judged', 'not judged'),
};

/** Whether an alert is news. */
export function verdictColumn<Row>(of: (row: Row) => keyof typeof VERDICTS | null): Column<Row> {
  const texts = mapValues(VERDICTS, (text) => text());
  return mappedColumn('verdict', of, texts, { description: verdictFor() });
}

export function verdictFor(): string {
  return t('story.verdict', 'Compares the alert with similar ones of the previous 90 days');
}

/** A verdict in the user's language. */
export function verdictWord(verdict: string): string {
  return lookUp<() => string>(VERDICTS, verdict)?.() ?? verdict;
}

/** The earlier alert that is most similar to the row's. */
export function likeMostColumn<Row>(
  of: (row: Row) => News | null | undefined,
  now: number,
  timeZone: string
): Column<Row> {
  return textColumn('likeMost', (row) => likeMostText(of(row)?.likeMost ?? null, now, timeZone), {
    width: 220,
    wrap: true,
  });
}

/** `Oct 23, 03:25 (6 of 6 searched), 4 h 30 min`. Unknown parts are omitted. */
export function likeMostText(likeMost: MostAlike | null, now: number, timeZone: string): string | null {
  if (!likeMost) {
    return null;
  }
  const { alert, shared, searched } = likeMost;
  const time = alert.firstSeenAt === null ? '?' : dayAndTime(alert.firstSeenAt, now, timeZone);
  const text = t('story.like-most', '{{time}} ({{shared}} of {{searched}} searched)', {
    time,
    shared,
    searched,
    ...RAW,
  });
  const duration = alert.active === false ? durationOf(alert, 0) : null;
  return duration === null ? text : `${text}, ${durationText(duration)}`;
}
