import { type ScopedVars } from '@grafana/data';
import { isAll, type Variable } from '../templates/variables';
import { type PanelJson } from './model';

/** A panel (or a row's heading) where it is drawn; a repeated one with its own value of the variable. */
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
 * Puts panels on the grid of 24 columns: repeated panels take their copies, those of a collapsed row stay away, and what
 * lies below moves.
 */
export function place(panels: PanelJson[], variables: Variable[], collapsed: ReadonlySet<number>): PlacedPanel[] {
  const placed: PlacedPanel[] = [];
  let shift = 0;
  let hidden = false;
  let hiddenFrom = 0;
  const all = panels.flatMap((panel) =>
    panel.type === 'row' && panel.panels?.length ? [panel, ...panel.panels] : [panel]
  );
  for (const panel of [...all].sort((a, b) => a.gridPos.y - b.gridPos.y || a.gridPos.x - b.gridPos.x)) {
    const { x, y, w, h } = panel.gridPos;
    if (panel.type === 'row') {
      shift -= hidden ? y - hiddenFrom : 0;
      hidden = collapsed.has(panel.id ?? -1);
      hiddenFrom = y + 1;
    } else if (hidden) {
      continue;
    }
    const copies = repeats(panel, variables);
    const across = panel.repeatDirection !== 'v';
    const perRow = across ? Math.min(copies.length, panel.maxPerRow ?? 4) : 1;
    const width = panel.repeat && across ? Math.floor(COLUMNS / perRow) : w;
    copies.forEach((scopedVars, i) =>
      placed.push({
        key: [panel.id ?? `${x}-${y}`, i, JSON.stringify(scopedVars)].join('-'),
        panel,
        x: panel.repeat && across ? (i % perRow) * width : x,
        y: y + shift + Math.floor(i / perRow) * h,
        w: width,
        h,
        scopedVars,
      })
    );
    shift += (Math.ceil(copies.length / perRow) - 1) * h;
  }
  return placed;
}

/** Each value of the variable that a panel repeats by, as the copy sees it. */
function repeats(panel: PanelJson, variables: Variable[]): ScopedVars[] {
  const variable = panel.repeat ? variables.find(({ name }) => name === panel.repeat) : undefined;
  if (!variable) {
    return [{}];
  }
  const text = (value: string) => variable.options.find((option) => option.value === value)?.text ?? value;
  const values = isAll(variable) ? variable.options.map(({ value }) => value) : [variable.current.value].flat();
  return values.length === 0 ? [{}] : values.map((value) => ({ [variable.name]: { value, text: text(value) } }));
}
