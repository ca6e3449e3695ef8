import { CoreApp, type DataFrame, type DataQueryResponse, FieldType } from '@grafana/data';
import { type Span } from '../time/spans';
import { noticeOf } from './emptyRow';
import { shortened, STATE_TIMELINE } from './labelWidth';

/** Where frames are drawn. */
interface Place {
  panelPluginId?: string;
  app: string;
}

/** Whether a packet's frames are for a state timeline, and none of them has rows. */
export function isEmptyTimeline({ data }: DataQueryResponse, { panelPluginId, app }: Place): boolean {
  const drawn = drawnIn(data);
  const isTimeline =
    panelPluginId === STATE_TIMELINE ||
    (app === CoreApp.Explore && drawn.every(({ meta }) => meta?.preferredVisualisationPluginId === STATE_TIMELINE));
  return drawn.length > 0 && isTimeline && drawn.every(({ length }) => length === 0);
}

/**
 * The frames of such a packet. Grafana reports a missing time field if no frame has rows, even if a frame only has a
 * notice. Instead, there is one lane without states, named by the notice or by the other text. Without either, there are
 * no frames, and Grafana shows the panel's own text.
 *
 * @param width of the panel in pixels
 */
export function emptyTimeline(
  { data }: DataQueryResponse,
  { from, to }: Span,
  width?: number,
  otherwise?: string
): DataFrame[] {
  const drawn = drawnIn(data);
  const text = noticeOf(drawn) ?? otherwise;
  const others = (data as DataFrame[]).filter((frame) => !drawn.includes(frame));
  if (text === undefined) {
    return others;
  }
  const name = shortened(text, width);
  const lane = {
    name,
    type: FieldType.string,
    config: { displayNameFromDS: name, color: { mode: 'fixed', fixedColor: 'transparent' } },
    values: [null, null],
  };
  const [first, ...rest] = drawn;
  const meta = { ...first.meta, preferredVisualisationPluginId: STATE_TIMELINE };
  const fields = [{ name: 'time', type: FieldType.time, config: {}, values: [from, to] }, lane];
  return [{ ...first, meta, length: 2, fields }, ...rest, ...others];
}

function drawnIn(data: DataFrame[]): DataFrame[] {
  return data.filter(({ meta }) => meta?.dataTopic === undefined);
}
