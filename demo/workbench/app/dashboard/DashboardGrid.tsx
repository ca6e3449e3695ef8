import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { Button, useStyles2 } from '@grafana/ui';
import React, { useMemo, useState } from 'react';
import { type Mark } from '../annotations/events';
import { useObservable } from '../run/observable';
import { type Dashboard } from './dashboard';
import { DashboardPanel } from './DashboardPanel';
import { place, type PlacedPanel } from './layout';

interface Props {
  dashboard: Dashboard;
  annotations: Mark[];
}

/** The panels on their grid. On narrow screens, one below the other. */
export function DashboardGrid({ dashboard, annotations }: Props) {
  const styles = useStyles2(getStyles);
  const variables = useObservable(dashboard.variables.list);
  const { settled } = useObservable(dashboard.state);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  // While variables are loading, repeated panels keep their places.
  const placed = useSettled(
    useMemo(() => place(dashboard.json.panels ?? [], variables, open), [dashboard, variables, open]),
    settled
  );
  const toggle = (id = 0) =>
    setOpen((ids) => new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]));
  return (
    <div className={styles.grid}>
      {placed.map((item) => (
        <div key={item.key} className={styles.cell} style={cell(item)}>
          {item.panel.type === 'row' ? (
            <Button
              fill="text"
              variant="secondary"
              icon={open.has(item.panel.id ?? 0) ? 'angle-down' : 'angle-right'}
              aria-expanded={open.has(item.panel.id ?? 0)}
              onClick={() => toggle(item.panel.id)}
            >
              {getTemplateSrv().replace(item.panel.title, item.scopedVars)}
            </Button>
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
  // Before the first values, a repeated panel has nothing to repeat.
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
});
