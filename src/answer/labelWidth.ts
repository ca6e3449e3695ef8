import { type DataFrame, FieldType } from '@grafana/data';

export const STATE_TIMELINE = 'state-timeline';
/** How Grafana draws the labels of a state timeline: its canvas inherits the page's letter spacing. In pixels. */
const FONT = '12px Inter, Helvetica, Arial, sans-serif';
const SPACING = 0.15;
const GAP = 20;
/** Below this number of pixels (or if the panel limits its data points), Grafana sizes the labels itself. */
const NARROW = 330;
/** The maximum width of labels in a narrow panel, in pixels, and in a wide one. */
const MOST = 230;
const SHARE = 0.5;

/**
 * The frames with enough width for the labels of a state timeline. Grafana measures labels without their letter spacing,
 * which cuts off the first letters of long ones. It gives them two fifths of the panel, so no metric is readable on a
 * phone.
 *
 * @param width of the panel in pixels
 */
export function withLabelWidth(frames: DataFrame[], width: number | undefined): DataFrame[] {
  const most = mostOf(width);
  return most === undefined
    ? frames
    : frames.map((frame) =>
        frame.meta?.preferredVisualisationPluginId === STATE_TIMELINE ? withAxisWidth(frame, most) : frame
      );
}

/** The first words of a label that fit. Grafana cuts off the beginning of a longer one. */
export function shortened(label: string, width: number | undefined): string {
  const most = mostOf(width);
  let short = label;
  for (let words = label.split(' '); most !== undefined && words.length > 1 && widest([short]) + GAP > most;) {
    words = words.slice(0, -1);
    short = `${words.join(' ')} …`;
  }
  return short;
}

/** The maximum width of labels, in pixels. Undefined if Grafana sizes them. */
function mostOf(width: number | undefined): number | undefined {
  return width === undefined || width < NARROW || typeof document === 'undefined'
    ? undefined
    : Math.max(MOST, SHARE * width);
}

function withAxisWidth(frame: DataFrame, most: number): DataFrame {
  const names = frame.fields.filter(({ type }) => type !== FieldType.time).map(({ name }) => name);
  const needed = widest(names);
  if (!(needed > 0)) {
    return frame;
  }
  const axisWidth = Math.ceil(Math.min(needed + GAP, most));
  const fields = frame.fields.map((field) =>
    field.type === FieldType.time
      ? field
      : { ...field, config: { ...field.config, custom: { ...field.config.custom, axisWidth } } }
  );
  return { ...frame, fields };
}

/** The widest of the texts, in pixels. 0 if nothing can be drawn. */
function widest(texts: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) {
    return 0;
  }
  context.font = FONT;
  return Math.max(...texts.map((text) => context.measureText(text).width + SPACING * text.length));
}
