import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { maxBy, minBy } from 'lodash';
import { metricTitle } from '../alertbook/titles';
import { concat } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { type Column, durationColumn, minuteColumn, tableFrame, textColumn } from '../tables/frame';
import { mappedColumn } from '../tables/states';
import { type AlertStory, type MetricStory } from './alert';

const PHASES = ['left', 'raised', 'peak', 'firstBack', 'allBack', 'closed'] as const;
type PhaseName = (typeof PHASES)[number];

/** When something happened: after `from` and at `to` at the latest, in epoch milliseconds. What is not known is null. */
interface Moment {
  from: number | null;
  to: number | null;
  /** The metric that it happened to. */
  row?: MetricStory;
  /** How long it was after what led to it, in milliseconds: at least, and at most. */
  lag?: { least: number | null; most: number | null };
}

type Phases = Record<PhaseName, Moment>;

const UNKNOWN: Moment = { from: null, to: null };

/** The phases of an alert, from the first metric outside to its end. */
function phasesOf({ span, isWhole }: AlertStory, rows: readonly MetricStory[]): Phases {
  const exact = (time: number | null): Moment => ({ from: time, to: time });
  const moments = rows.map((row) => ({ row, at: momentsOf(row) }));
  const left = earliest(moments.map(({ row, at }) => at(row.stay?.leftAt)));
  const raised = exact(span.from);
  const peak = maxBy(rows, ({ worst }) => Math.abs(worst?.widths ?? 0));
  const back = moments.filter(({ row }) => isBack(row)).map(({ row, at }) => at(row.stay?.backAt));
  const lastBack = moments.map(({ row, at }) => at(row.stays.at(-1)?.backAt));
  const areAllBack = isWhole && rows.every(isBack) && lastBack.every(({ to }) => to !== null);
  const allBack = areAllBack ? latest(lastBack) : UNKNOWN;
  const closed = exact(span.isOpen ? null : span.to);
  return {
    left,
    raised: { ...raised, lag: lagBetween(left, raised) },
    peak: peak?.worst?.widths ? { ...exact(peak.worst.at), row: peak } : UNKNOWN,
    firstBack: earliest(back),
    allBack,
    closed: { ...closed, lag: lagBetween(allBack, closed) },
  };
}

/** It can have been earlier than the point that shows it, but not as early as the point before. */
function momentsOf(row: MetricStory): (time: number | null | undefined) => Moment {
  const columns = concat(row.snapshot?.columns ?? []);
  const { distance } = judge(columns);
  return (time) => {
    if (typeof time !== 'number') {
      return { ...UNKNOWN, row };
    }
    const before = columns.time.findLastIndex((at, i) => at < time && !Number.isNaN(distance[i]));
    return { from: before < 0 ? null : columns.time[before], to: time, row };
  };
}

function isBack({ state }: MetricStory): boolean {
  return state !== 'outside' && state !== 'recovering';
}

/** If one is not known, it can have been before all others. */
function earliest(moments: readonly Moment[]): Moment {
  const known = moments.filter(({ to }) => to !== null);
  const from = Math.min(...moments.map((moment) => moment.from ?? -Infinity));
  return { ...(minBy(known, 'to') ?? UNKNOWN), from: Number.isFinite(from) ? from : null };
}

function latest(moments: readonly Moment[]): Moment {
  const from = Math.max(...moments.map((moment) => moment.from ?? Infinity));
  return { ...(maxBy(moments, 'to') ?? UNKNOWN), from: Number.isFinite(from) ? from : null };
}

function lagBetween(one: Moment, other: Moment): Moment['lag'] {
  const between = (from: number | null, to: number | null) =>
    from === null || to === null || to < from ? null : to - from;
  return { least: between(one.to, other.to), most: between(one.from, other.to) };
}

function phaseWord(phase: PhaseName): string {
  const words: Record<PhaseName, string> = {
    left: t('column.left', 'Left corridors'),
    raised: t('phases.raised', 'Alert raised'),
    peak: t('phases.peak', 'Peak'),
    firstBack: t('phases.first-back', 'First metric back'),
    allBack: t('phases.last-back', 'All metrics back'),
    closed: t('phases.closed', 'Alert closed'),
  };
  return words[phase];
}

/** A row per phase, with how long the alert took to be raised after the first metric left its corridors, and to end. */
export function phasesTable(story: AlertStory | null, rows: readonly MetricStory[]): DataFrame {
  const phases = story ? phasesOf(story, rows) : null;
  const shown = phases ? PHASES.map((phase) => ({ phase, ...phases[phase] })) : [];
  type Row = (typeof shown)[number];
  const start = phases?.left.to ?? phases?.raised.to ?? null;
  const words = PHASES.map((phase, index) => [phase, { text: phaseWord(phase), index }] as const);
  const columns: Array<Column<Row>> = [
    mappedColumn('phase', ({ phase }) => phase, Object.fromEntries(words)),
    minuteColumn('from', ({ from }) => from, false),
    minuteColumn('to', ({ to }) => to, false),
    durationColumn('after', ({ to }) => (to === null || start === null ? null : to - start)),
    durationColumn('lagLeast', ({ lag }) => lag?.least ?? null),
    durationColumn('lagMost', ({ lag }) => lag?.most ?? null),
    textColumn('metric', ({ row }) => (row ? metricTitle(row.metric) : null), { width: 220, wrap: true }),
  ];
  return tableFrame(t('story.phases', 'Phases'), shown, columns);
}
