import { variable } from '../../../../tests/support/workbenchVariable';
import { place } from './layout';
import { type PanelJson } from './model';

const panel = (id: number, y: number, rest: Partial<PanelJson> = {}): PanelJson => ({
  id,
  type: 'timeseries',
  gridPos: { x: 0, y, w: 12, h: 4 },
  ...rest,
});
const spots = (panels: PanelJson[], values: string[] = []) =>
  place(panels, [variable({ name: 'node', multi: true, current: { value: values, text: values } })]).map(
    ({ panel: { id }, x, y, w }) => [id, x, y, w]
  );

describe('place', () => {
  it('leaves panels where they are', () => {
    expect(spots([panel(1, 0), panel(2, 4)])).toEqual([
      [1, 0, 0, 12],
      [2, 0, 4, 12],
    ]);
  });

  it('repeats a panel for each value, moving what is below', () => {
    const repeated = panel(1, 0, { repeat: 'node', maxPerRow: 2 });
    expect(spots([repeated, panel(2, 4)], ['a', 'b', 'c'])).toEqual([
      [1, 0, 0, 12],
      [1, 12, 0, 12],
      [1, 0, 4, 12],
      [2, 0, 8, 12],
    ]);
  });

  it('shows the panels of an open row, moving what is below', () => {
    const row = panel(9, 4, { type: 'row', gridPos: { x: 0, y: 4, w: 24, h: 1 }, panels: [panel(2, 5), panel(3, 9)] });
    const all = [panel(1, 0), row, panel(4, 5)];
    const placed = (open: number[]) => place(all, [], new Set(open)).map(({ panel: { id }, y }) => [id, y]);
    expect(placed([])).toEqual([
      [1, 0],
      [9, 4],
      [4, 5],
    ]);
    expect(placed([9])).toEqual([
      [1, 0],
      [9, 4],
      [2, 5],
      [3, 9],
      [4, 13],
    ]);
  });

  it('draws a repeated panel once if there is no value', () => {
    expect(spots([panel(1, 0, { repeat: 'node' })])).toHaveLength(1);
  });
});
