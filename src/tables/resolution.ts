import { t } from '@grafana/i18n';
import { memoize } from 'lodash';
import { RAW } from '../loading/texts';
import { MINUTE } from '../settings';
import { durationText } from '../time/timeTexts';
import { type Column, textColumn } from './frame';

/** Points are up to a tenth of a step off. */
const ABOUT_A_MINUTE = 1.5 * MINUTE;

/**
 * A text for rows whose points are farther apart than 1m, and for sums, which depend on it; empty for others.
 *
 * @param of milliseconds; null without points @param rows of the table, which hides the column if it is empty
 */
export function resolutionColumn<Row>(
  of: (row: Row) => number | null,
  rows: readonly Row[],
  isSum: (row: Row) => boolean = () => false
): Column<Row> {
  // Rows have few different resolutions, and translating is slow.
  const [textOf, sumText] = [memoize(resolutionText), memoize(sumsText)];
  const text = (row: Row) => (isSum(row) ? sumText(of(row)) : textOf(of(row)));
  return textColumn('resolution', text, {
    width: 180,
    wrap: true,
    hidden: rows.every((row) => text(row) === ''),
    heading: t('column.resolution', 'Resolution'),
  });
}

/** `By values of 15 min.` */
function resolutionText(step: number | null): string {
  return isCoarse(step) ? t('explain.resolution', 'By values of {{step}}.', { step: durationText(step), ...RAW }) : '';
}

function sumsText(step: number | null): string {
  return step === null ? '' : t('explain.sums', 'By sums of {{step}}.', { step: durationText(step), ...RAW });
}

/** Whether points are farther apart than 1m. */
export function isCoarse(step: number | null): step is number {
  return step !== null && step > ABOUT_A_MINUTE;
}
