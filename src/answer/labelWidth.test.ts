import { type DataFrame, FieldType } from '@grafana/data';
import { withLabelWidth } from './labelWidth';

const LONG = 'Authorization time (ms) · payment-gateway';

/** A page whose letters are six pixels wide. */
beforeEach(() => {
  const context = { font: '', measureText: (text: string) => ({ width: 6 * text.length }) };
  Object.assign(globalThis, { document: { createElement: () => ({ getContext: () => context }) } });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document');
});

function lanes(...names: string[]): DataFrame {
  const field = (name: string) => ({ name, type: FieldType.number, config: { custom: { lineWidth: 0 } }, values: [0] });
  const time = { name: 'time', type: FieldType.time, config: {}, values: [0] };
  const meta = { preferredVisualisationPluginId: 'state-timeline' as const };
  return { length: 1, fields: [time, ...names.map(field)], meta };
}

function roomsIn([{ fields }]: DataFrame[]): unknown[] {
  return fields.map(({ config }) => config.custom?.axisWidth);
}

it('all labels have the width of the longest one, with its letter spacing', () => {
  const needed = Math.ceil(6.15 * LONG.length + 20);
  const frames = withLabelWidth([lanes('CPU', LONG)], 'state-timeline', 1000);
  expect(roomsIn(frames)).toEqual([undefined, needed, needed]);
  expect(frames[0].fields[1].config.custom.lineWidth).toBe(0);
});

it('labels have at most half of the panel, and on a phone, they leave some room for the lanes', () => {
  const names = 'a'.repeat(200);
  expect(roomsIn(withLabelWidth([lanes(names)], 'state-timeline', 1000))).toEqual([undefined, 500]);
  expect(roomsIn(withLabelWidth([lanes(names)], 'state-timeline', 340))).toEqual([undefined, 230]);
});

it.each([
  ['another panel', 'timeseries', 1000],
  ['a panel of unknown width', 'state-timeline', undefined],
  ['a panel with few data points', 'state-timeline', 100],
])('Grafana sizes %s itself', (_, panel, width) => {
  const frames = [lanes(LONG)];
  expect(withLabelWidth(frames, panel, width)).toBe(frames);
});

it('a frame without lanes stays unchanged', () => {
  const frames = [lanes()];
  expect(withLabelWidth(frames, 'state-timeline', 1000)).toEqual(frames);
});
