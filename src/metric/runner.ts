import { packetsOf } from '../known/follow';
import { loaded } from '../known/derived';
import { type Runner } from '../answer/runner';
import { withTranslations } from '../loading/lazy';
import { type LineResult, isData } from './lineResult';
import { planLines } from './lines';
import { type SeriesQuery } from './models';
import { linesReader } from './reads';

/** Draws and adds notices; loaded during the first requests. */
const PACKETS = loaded('packets', () => withTranslations(() => import(/* webpackChunkName: "panel" */ './packets')));

/**
 * Metric data and forecasts. Each pair of node and metric is read separately. Data is shown as it arrives, and a failure
 * does not affect the rest.
 */
export const runMetric: Runner<SeriesQuery> = (targets, request, context) => {
  const { queries, lines } = planLines(targets, request, context);
  const readers = queries.map((query, q) => {
    const groups = query.series.map((series) => lines.filter((line) => line.query === q && line.series === series));
    return linesReader(
      query,
      groups.filter((group) => group.length > 0),
      request,
      context
    );
  });
  let packetOf: ReturnType<(typeof import('./packets'))['packetMaker']> | undefined;
  return packetsOf(
    (reader) => {
      const arrived = readers.flatMap((read) => read(reader));
      const { data: module, error } = reader.attempt(PACKETS);
      if (error !== undefined) {
        throw error;
      }
      packetOf ??= module?.packetMaker(queries, lines, request, context);
      const make = packetOf;
      return make && (!reader.isFetching || arrived.some(hasContent)) ? { make, arrived } : null;
    },
    context.settings.progressive,
    (state, { isFetching }) => state?.make(state.arrived, isFetching) ?? { data: [] }
  );
};

function hasContent(arrived: LineResult): boolean {
  if (isData(arrived)) {
    return arrived.snapshot.answered || arrived.snapshot.points > 0;
  }
  return !arrived.error;
}
