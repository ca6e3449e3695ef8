import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { lowerBound, upperBound } from '../../ground/columns';
import { isOutside, judge, type Judged } from '../../ground/judge';
import { type SeriesIdentity } from '../../ground/frameNames';
import { type Excursion, findExcursions } from '../../judging/excursions';
import { RAW, durationText, shortTime } from '../../ground/texts';
import { type Store } from '../../facts/store';
import { escaped, type Mark, overlayFrame } from '../../table/marks';
import { inSentence, significant, unitIn } from '../../table/texts';

/** A series whose times outside are drawn. */
interface Drawn {
  refId: string;
  name: string;
  identity: SeriesIdentity;
  /** Milliseconds between points. */
  step: number;
  now: number;
  timeZone: string;
}

/** The times outside as regions over the metric's own graph, each with a sentence. Empty without any. Nothing is requested. */
export function stretchFrames(judged: Judged, drawn: Drawn, store: Store): DataFrame[] {
  const marks = findExcursions(judged, drawn.step).excursions.map((stretch): Mark => {
    const { from, to } = stretch;
    const others = othersOutside(stretch, drawn.identity, store);
    const sentences = [stretchText(stretch, judged, drawn), ...(others > 0 ? [othersText(others)] : [])];
    return {
      id: `outside-${from}`,
      time: from,
      timeEnd: to > from ? to : null,
      title: escaped(drawn.name),
      text: escaped(sentences.join(' ')),
      tags: [],
      color: 'red',
    };
  });
  const name = t('overlay.outside-of', 'Outside: {{name}}', { name: drawn.name, ...RAW });
  return marks.length > 0 ? [{ ...overlayFrame(marks), refId: drawn.refId, name }] : [];
}

/** `Outside since 09:03 (3 h), at the worst 64 ms above: 3.2× the corridor's width.` */
function stretchText(
  { from, to, leftAt }: Excursion,
  judged: Judged,
  { identity, step, now, timeZone }: Drawn
): string {
  const { time, distance, deviation } = judged;
  const rows = [...time.keys()].slice(lowerBound(time, from), upperBound(time, to));
  const isFarther = (row: number, worst: number) =>
    Math.abs(deviation[row]) > Math.abs(deviation[worst]) ||
    (Number.isNaN(deviation[row] + deviation[worst]) && Math.abs(distance[row]) > Math.abs(distance[worst]));
  const worst = rows.filter((row) => isOutside(distance[row])).reduce((far, row) => (isFarther(row, far) ? row : far));
  const number = (value: number) => inSentence(significant(Math.abs(value), 2));
  const since = shortTime(from, now, timeZone);
  const duration = durationText(Math.max(to - from, step));
  const values = {
    since: leftAt === null ? t('explain.or-earlier', '{{time}} or earlier', { time: since, ...RAW }) : since,
    duration: leftAt === null ? t('explain.at-least', 'at least {{duration}}', { duration, ...RAW }) : duration,
    distance: number(distance[worst]) + unitIn(identity.metricName || identity.metricId),
    side: distance[worst] > 0 ? t('deviations.above', 'above') : t('deviations.below', 'below'),
    widths: number(deviation[worst]),
    ...RAW,
  };
  return Number.isNaN(deviation[worst])
    ? t('overlay.outside-flat', 'Outside since {{since}} ({{duration}}), at the worst {{distance}} {{side}}.', values)
    : t(
        'overlay.outside-text',
        "Outside since {{since}} ({{duration}}), at the worst {{distance}} {{side}}: {{widths}}× the corridor's width.",
        values
      );
}

function othersText(count: number): string {
  return t('overlay.others', '{{count}} other metrics of the page were outside with it.', {
    count,
    defaultValue_one: '1 other metric of the page was outside with it.',
  });
}

/** How many other metrics of the page were outside meanwhile, as far as their points are known. */
function othersOutside({ from, to }: Excursion, { nodeId, metricId }: SeriesIdentity, store: Store): number {
  const others = store
    .knownIn({ from, to })
    .filter((one) => one.nodeId !== nodeId || one.metricId !== metricId)
    .filter(({ pieces }) => pieces.some((piece) => judge(piece).distance.some(isOutside)));
  return new Set(others.map((one) => `${one.nodeId}:${one.metricId}`)).size;
}
