import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { useStyles2 } from '@grafana/ui';
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

/** The panels on their grid; below the width of a tablet one under the other. */
export function DashboardGrid({ dashboard, annotations }: Props) {
  const styles = useStyles2(getStyles);
  const variables = useObservable(dashboard.variables.list);
  const { settled } = useObservable(dashboard.state);
  // While variables are read, repeated panels keep their places.
  const placed = useSettled(
    useMemo(() => place(dashboard.json.panels ?? [], variables), [dashboard, variables]),
    settled
  );
  return (
    <div className={styles.grid}>
      {placed.map((item) => (
        <div key={item.key} className={styles.cell} style={cell(item)}>
          {item.panel.type === 'row' ? (
            <h2 className={styles.row}>{getTemplateSrv().replace(item.panel.title, item.scopedVars)}</h2>
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
  row: css({ margin: 0, fontSize: theme.typography.h5.fontSize }),
});
