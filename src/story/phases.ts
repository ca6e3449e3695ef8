import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { maxBy } from 'lodash';
import { metricTitle } from '../alertbook/titles';
import { concat } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { type Column, durationColumn, minuteColumn, tableFrame, textColumn } from '../tables/frame';
import { mappedColumn } from '../tables/states';
import { type AlertStory, type MetricStory } from './alert';
import { stateOf } from './timeline';

type PhaseName = 'left' | 'raised' | 'peak' | 'firstBack' | 'allBack' | 'closed';

/** When something happened: after `from` and at `to` at the latest, in epoch milliseconds. What is not known is null. */
interface Moment {
  from: number | null;
  to: number | null;
  /** The metric that it happened to. */
  row?: MetricStory;
}

export type Phases = Record<PhaseName, Moment>;

const UNKNOWN: Moment = { from: null, to: null };

/** The phases of an alert, from the first metric outside to its end. */
export function phasesOf({ span, isWhole }: AlertStory, rows: readonly MetricStory[]): Phases {
  const exact = (time: number | null): Moment => ({ from: time, to: time });
  const moments = rows.map((row) => ({ row, at: momentsOf(row) }));
  const left = moments.map(({ row, at }) => at(row.stay?.leftAt));
  const back = moments.filter(({ row }) => isBack(row)).map(({ row, at }) => at(row.stay?.backAt));
  const lastBack = moments.map(({ row, at }) => at(row.judgment?.stays.at(-1)?.backAt));
  const areAllBack = isWhole && rows.every(isBack) && lastBack.every(({ to }) => to !== null);
  const worst = rows.flatMap((row) => (row.judgment?.worst ? [{ row, ...row.judgment.worst }] : []));
  const furthest = maxBy(worst, ({ widths }) => Math.abs(widths));
  return {
    left: earliest(left),
    raised: exact(span.from),
    peak: furthest && furthest.widths !== 0 ? { ...exact(furthest.at), row: furthest.row } : UNKNOWN,
    firstBack: earliest(back),
    allBack: areAllBack ? latest(lastBack) : UNKNOWN,
    closed: exact(span.isOpen ? null : span.to),
  };
}

/** It can have been earlier than the point that shows it, but not as early as the point before. */
function momentsOf(row: MetricStory): (time: number | null | undefined) => Moment {
  const columns = concat(row.snapshot?.columns ?? []);
  const { distance } = judge(columns);
  return (time) => {
    if (typeof time !== 'number' || !row.snapshot) {
      return { ...UNKNOWN, row };
    }
    const before = columns.time.findLastIndex((at, i) => at < time && !Number.isNaN(distance[i]));
    return { from: before < 0 ? null : columns.time[before], to: time, row };
  };
}

function isBack(row: MetricStory): boolean {
  return !['outside', 'recovering'].includes(stateOf(row));
}

/** If one is not known, it can have been before all others. */
function earliest(moments: readonly Moment[]): Moment {
  const known = moments.filter(({ to }) => to !== null);
  const [first] = [...known].sort((a, b) => Number(a.to) - Number(b.to));
  if (!first) {
    return UNKNOWN;
  }
  const starts = moments.map(({ from }) => from);
  return { ...first, from: starts.includes(null) ? null : Math.min(...starts.map(Number)) };
}

function latest(moments: readonly Moment[]): Moment {
  const last = maxBy(moments, 'to') ?? UNKNOWN;
  const starts = moments.map(({ from }) => from);
  return { ...last, from: starts.includes(null) ? null : Math.max(...starts.map(Number)) };
}

/** How long one moment was after another: at least, and at most. */
function lagBetween(one: Moment, other: Moment): { least: number | null; most: number | null } {
  const between = (from: number | null, to: number | null) =>
    from === null || to === null || to < from ? null : to - from;
  return { least: between(one.to, other.to), most: between(one.from, other.to) };
}

export function phaseWord(phase: PhaseName): string {
  const words: Record<PhaseName, string> = {
    left: t('column.left', 'Left corridors'),
    raised: t('phases.raised', 'Alert raised'),
    peak: t('phases.peak', 'Peak'),
    firstBack: t('phases.first-back', 'First back inside'),
    allBack: t('phases.last-back', 'Last back inside'),
    closed: t('phases.closed', 'Alert closed'),
  };
  return words[phase];
}

/** A row per phase, with how long the alert took to be raised after the first metric left its corridors, and to end. */
export function phasesTable(story: AlertStory | null, rows: readonly MetricStory[]): DataFrame {
  const phases = story ? phasesOf(story, rows) : null;
  const names = Object.keys(phases ?? {}) as PhaseName[];
  const shown = phases
    ? names.map((phase) => ({
        phase,
        ...phases[phase],
        lag:
          phase === 'raised'
            ? lagBetween(phases.left, phases.raised)
            : phase === 'closed'
              ? lagBetween(phases.allBack, phases.closed)
              : null,
      }))
    : [];
  type Row = (typeof shown)[number];
  const start = phases?.left.to ?? phases?.raised.to ?? null;
  const options = Object.fromEntries(names.map((name, index) => [name, { text: phaseWord(name), index }]));
  const columns: Array<Column<Row>> = [
    mappedColumn('phase', ({ phase }) => phase, options),
    minuteColumn('from', ({ from }) => from, false),
    minuteColumn('to', ({ to }) => to, false),
    durationColumn('after', ({ to }) => (to === null || start === null ? null : to - start)),
    durationColumn('lagLeast', ({ lag }) => lag?.least ?? null),
    durationColumn('lagMost', ({ lag }) => lag?.most ?? null),
    textColumn('metric', ({ row }) => (row ? metricTitle(row.metric) : null), { width: 220, wrap: true }),
  ];
  return tableFrame(t('story.phases', 'Phases'), shown, columns);
}
