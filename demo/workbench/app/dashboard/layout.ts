import { type ScopedVars } from '@grafana/data';
import { isAll, type Variable } from '../templates/variables';
import { type PanelJson } from './model';

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
export function place(
  panels: PanelJson[],
  variables: Variable[],
  open: ReadonlySet<number> = new Set()
): PlacedPanel[] {
  const placed: PlacedPanel[] = [];
  let shift = 0;
  for (const panel of [...panels].sort((a, b) => a.gridPos.y - b.gridPos.y || a.gridPos.x - b.gridPos.x)) {
    const { x, y, w, h } = panel.gridPos;
    const copies = repeats(panel, variables);
    const perRow = Math.min(copies.length, panel.maxPerRow ?? 4);
    const width = panel.repeat ? Math.floor(COLUMNS / perRow) : w;
    copies.forEach((scopedVars, i) =>
      placed.push({
        key: [panel.id ?? `${x}-${y}`, i, JSON.stringify(scopedVars)].join('-'),
        panel,
        x: panel.repeat ? (i % perRow) * width : x,
        y: y + shift + Math.floor(i / perRow) * h,
        w: width,
        h,
        scopedVars,
      })
    );
    shift += (Math.ceil(copies.length / perRow) - 1) * h;
    if (panel.panels && panel.id !== undefined && open.has(panel.id)) {
      const inside = place(panel.panels, variables).map((one) => ({ ...one, y: one.y + shift }));
      placed.push(...inside);
      shift += Math.max(...inside.map((one) => one.y + one.h)) - (y + shift + h);
    }
  }
  return placed;
}

/** Each value of the variable by which a panel repeats, as seen by the copy. */
function repeats(panel: PanelJson, variables: Variable[]): ScopedVars[] {
  const variable = variables.find(({ name }) => name === panel.repeat);
  if (!variable) {
    return [{}];
  }
  const text = (value: string) => variable.options.find((option) => option.value === value)?.text ?? value;
  const values = isAll(variable) ? variable.options.map(({ value }) => value) : [variable.current.value].flat();
  return values.length === 0 ? [{}] : values.map((value) => ({ [variable.name]: { value, text: text(value) } }));
}
