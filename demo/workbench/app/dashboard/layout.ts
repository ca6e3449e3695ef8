import { type ScopedVars } from '@grafana/data';
import { sortBy } from 'lodash';
import { type Variable, valueOf } from '../variables/variables';
import { type PanelJson } from './dashboard';

/** A panel or row heading at its place. A repeated panel has its own value of the variable. */
export interface PlacedPanel {
  key: string;
  panel: PanelJson;
  x: number;
  y: number;
  w: number;
  h: number;
  scopedVars: ScopedVars;
}

const COLUMNS = 24;

/**
 * Places panels on the grid of 24 columns: repeated panels get their copies, an open row gets its panels, and everything
 * below moves down.
 */
export function place(panels: PanelJson[], variables: Variable[], open: ReadonlySet<number>): PlacedPanel[] {
  const placed: PlacedPanel[] = [];
  let shift = 0;
  for (const panel of sortBy(panels, 'gridPos.y', 'gridPos.x')) {
    const { x, y, w, h } = panel.gridPos;
    const copies = repeats(panel, variables);
    const perRow = Math.min(copies.length, panel.maxPerRow ?? 4);
    const width = Math.floor(COLUMNS / perRow);
    copies.forEach((scopedVars, i) =>
      placed.push({
        key: [panel.id, JSON.stringify(scopedVars)].join('-'),
        panel,
        ...(panel.repeat ? { x: (i % perRow) * width, w: width } : { x, w }),
        y: y + shift + Math.floor(i / perRow) * h,
        h,
        scopedVars,
      })
    );
    shift += (Math.ceil(copies.length / perRow) - 1) * h;
    if (panel.panels && open.has(panel.id)) {
      const inside = place(panel.panels, variables, open).map((one) => ({ ...one, y: one.y + shift }));
      placed.push(...inside);
      shift += Math.max(...inside.map((one) => one.y + one.h)) - (y + shift + h);
    }
  }
  return placed;
}

/** Each value of the variable by which a panel repeats, as seen by the copy. Without any, the panel is drawn once. */
function repeats(panel: PanelJson, variables: Variable[]): ScopedVars[] {
  const variable = variables.find(({ name }) => name === panel.repeat);
  const values = variable ? [valueOf(variable).value].flat() : [];
  const text = (value: string) => variable?.options.find((option) => option.value === value)?.text ?? value;
  return values.length === 0 ? [{}] : values.map((value) => ({ [panel.repeat ?? '']: { value, text: text(value) } }));
}
