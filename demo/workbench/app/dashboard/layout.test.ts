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

  it('draws a repeated panel once where there is no value', () => {
    expect(spots([panel(1, 0, { repeat: 'node' })])).toHaveLength(1);
  });
});
