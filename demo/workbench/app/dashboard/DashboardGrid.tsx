import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { Icon, useStyles2 } from '@grafana/ui';
import React, { useEffect, useMemo, useState } from 'react';
import { type AnnotationResult } from '../annotations/run';
import { useObservable } from '../layout/use-observable';
import { type Dashboard } from './dashboard';
import { DashboardPanel } from './DashboardPanel';
import { place, type PlacedPanel } from './layout';

interface Props {
  dashboard: Dashboard;
  annotations: AnnotationResult[];
}

/** So many panels are made before the others: their requests leave, and come back, while those are being drawn. */
const FIRST = 2;

/** The panels on their grid; below the width of a tablet one under the other. */
export function DashboardGrid({ dashboard, annotations }: Props) {
  const styles = useStyles2(getStyles);
  const variables = useObservable(dashboard.variables.list);
  const { settled } = useObservable(dashboard.state);
  const panels = useMemo(() => dashboard.json.panels ?? [], [dashboard]);
  const [collapsed, setCollapsed] = useState(() => new Set(panels.filter((p) => p.collapsed).map((p) => p.id ?? -1)));
  // While variables are read, repeated panels keep their places.
  const placed = useSettled(
    useMemo(() => place(panels, variables, collapsed), [panels, variables, collapsed]),
    settled
  );
  const [all, setAll] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAll(true));
    return () => clearTimeout(timer);
  }, []);
  const toggle = (id: number) =>
    setCollapsed((before) => {
      const after = new Set(before);
      return after.delete(id) ? after : after.add(id);
    });
  return (
    <div className={styles.grid}>
      {placed.slice(0, all ? placed.length : FIRST).map((item) => (
        <div
          key={item.key}
          className={styles.cell}
          style={cell(item)}
          data-kind={item.panel.type === 'row' ? 'row' : 'panel'}
        >
          {item.panel.type === 'row' ? (
            <button
              type="button"
              className={styles.row}
              onClick={() => toggle(item.panel.id ?? -1)}
              aria-expanded={!collapsed.has(item.panel.id ?? -1)}
            >
              <Icon name={collapsed.has(item.panel.id ?? -1) ? 'angle-right' : 'angle-down'} />
              {getTemplateSrv().replace(item.panel.title, item.scopedVars)}
            </button>
          ) : (
            <DashboardPanel dashboard={dashboard} placed={item} annotations={annotations} />
          )}
        </div>
      ))}
    </div>
  );
}

function useSettled(placed: PlacedPanel[], settled: boolean): PlacedPanel[] {
  const [kept, setKept] = useState(placed);
  const [seen, setSeen] = useState(false);
  if (settled && kept !== placed) {
    setKept(placed);
    setSeen(true);
    return placed;
  }
  // Before the first values are known a repeated panel does not know what it repeats.
  return seen || settled ? kept : placed.filter(({ panel }) => !panel.repeat);
}

function cell({ x, y, w, h }: PlacedPanel): React.CSSProperties {
  return {
    ['--column' as string]: `${x + 1} / span ${w}`,
    ['--row' as string]: `${y + 1} / span ${h}`,
    ['--height' as string]: `${h * 38 - 8}px`,
  };
}

const getStyles = (theme: GrafanaTheme2) => ({
  grid: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(24, minmax(0, 1fr))',
    gridAutoRows: 30,
    gap: 8,
    [theme.breakpoints.down('md')]: { display: 'flex', flexDirection: 'column' },
  }),
  cell: css({
    gridColumn: 'var(--column)',
    gridRow: 'var(--row)',
    minWidth: 0,
    [theme.breakpoints.down('md')]: { flex: 'none', height: 'var(--height)' },
  }),
  row: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    border: 'none',
    background: 'none',
    fontSize: theme.typography.h5.fontSize,
    fontWeight: theme.typography.fontWeightMedium,
  }),
});
