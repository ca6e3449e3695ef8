import { type DataFrame, FieldType } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { fakeRequest } from '../../tests/support/fakeContext';
import { forPanel } from './finish';
import { withLabelWidth } from './labelWidth';
import { type Request } from './runner';

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
  const frames = withLabelWidth([lanes('CPU', LONG)], 1000);
  expect(roomsIn(frames)).toEqual([undefined, needed, needed]);
  expect(frames[0].fields[1].config.custom.lineWidth).toBe(0);
});

it('labels have at most half of the panel, and on a phone, they leave some room for the lanes', () => {
  const names = 'a'.repeat(200);
  expect(roomsIn(withLabelWidth([lanes(names)], 1000))).toEqual([undefined, 500]);
  expect(roomsIn(withLabelWidth([lanes(names)], 340))).toEqual([undefined, 230]);
});

it.each([
  ['a panel of unknown width', undefined],
  ['a panel with few data points', 100],
])('Grafana sizes %s itself', (_, width) => {
  const frames = [lanes(LONG)];
  expect(withLabelWidth(frames, width)).toBe(frames);
});

it.each([
  ['a state timeline', { panelPluginId: 'state-timeline' }, true],
  ['Explore', { app: 'explore' }, true],
  ['another panel', { panelPluginId: 'timeseries' }, false],
])('the width of labels in %s', async (_, place, isSized) => {
  const request = { timezone: 'utc', maxDataPoints: 1000, app: 'dashboard', ...place } as Request;
  const { data } = await lastValueFrom(forPanel({ data: [lanes(LONG)] }, request));
  expect(roomsIn(data as DataFrame[])[1] !== undefined).toBe(isSized);
});

it('the only lane of an empty timeline has as much of its reason as fits, from the beginning', async () => {
  const text = 'The access token was refused (401). Check the settings of the data source.';
  const empty = { ...lanes(), length: 0, meta: { notices: [{ severity: 'warning' as const, text }] } };
  const place = {
    timezone: 'utc',
    app: 'dashboard',
    panelPluginId: 'state-timeline',
    range: fakeRequest([], { from: 0, to: 1 }).range,
  };
  const laneIn = async (maxDataPoints: number) => {
    const request = { ...place, maxDataPoints } as Request;
    const { data } = await lastValueFrom(forPanel({ data: [empty] }, request));
    return (data as DataFrame[])[0].fields[1].config.displayNameFromDS;
  };
  expect(await laneIn(1000)).toBe(text);
  expect(await laneIn(700)).toBe('The access token was refused (401). Check the …');
  expect(await laneIn(340)).toBe('The access token was refused …');
  expect(await laneIn(100)).toBe(text);
});

it('a frame without lanes stays unchanged', () => {
  const frames = [lanes()];
  expect(withLabelWidth(frames, 1000)).toEqual(frames);
});
