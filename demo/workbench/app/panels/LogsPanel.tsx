import { css, cx } from '@emotion/css';
import { dateTimeFormat, type DataFrame, type Field, FieldType, type GrafanaTheme2 } from '@grafana/data';
import { IconButton, useStyles2 } from '@grafana/ui';
import React, { useState } from 'react';
import { LEVEL_COLORS } from './levels';
import { NoData } from './NoData';
import { type PanelProps } from './panel-props';

interface Line {
  time: number;
  body: string;
  level: string;
  labels: Record<string, string>;
}

/** Log lines, the newest first; a click opens a line's labels, which can be filtered for and out. */
export function LogsPanel({ data, frames, timeZone, onFilter }: PanelProps) {
  const styles = useStyles2(getStyles);
  const [open, setOpen] = useState<number>();
  const lines = frames.flatMap(linesOf).sort((a, b) => b.time - a.time);
  if (lines.length === 0) {
    return <NoData data={data} />;
  }
  return (
    <div className={styles.list} role="log">
      {lines.map((line, i) => (
        <div key={i}>
          <button
            type="button"
            className={styles.line}
            onClick={() => setOpen(open === i ? undefined : i)}
            aria-expanded={open === i}
          >
            <span className={cx(styles.level, styles.color(LEVEL_COLORS[line.level]))} title={line.level} />
            <span className={styles.time}>{dateTimeFormat(line.time, { timeZone })}</span>
            <span className={styles.body}>{line.body}</span>
          </button>
          {open === i && (
            <dl className={styles.labels}>
              {Object.entries(line.labels).map(([name, value]) => (
                <React.Fragment key={name}>
                  <dt>
                    {onFilter && (
                      <>
                        <IconButton
                          name="search-plus"
                          size="sm"
                          tooltip={`Filter for ${name}`}
                          onClick={() => onFilter(name, '=', String(value))}
                        />
                        <IconButton
                          name="search-minus"
                          size="sm"
                          tooltip={`Filter out ${name}`}
                          onClick={() => onFilter(name, '!=', String(value))}
                        />
                      </>
                    )}
                    {name}
                  </dt>
                  <dd>{String(value)}</dd>
                </React.Fragment>
              ))}
            </dl>
          )}
        </div>
      ))}
    </div>
  );
}

function linesOf(frame: DataFrame): Line[] {
  const named = (...names: string[]): Field | undefined => frame.fields.find(({ name }) => names.includes(name));
  const time = named('timestamp', 'time') ?? frame.fields.find(({ type }) => type === FieldType.time);
  const body = named('body', 'message', 'line') ?? frame.fields.find(({ type }) => type === FieldType.string);
  const level = named('severity', 'level');
  const labels = named('labels');
  return Array.from({ length: frame.length }, (_, i) => ({
    time: Number(time?.values[i]),
    body: String(body?.values[i] ?? ''),
    level: String(level?.values[i] ?? '').toLowerCase(),
    labels: labels?.values[i] ?? {},
  }));
}

const getStyles = (theme: GrafanaTheme2) => ({
  list: css({ height: '100%', overflow: 'auto', fontFamily: theme.typography.fontFamilyMonospace, fontSize: 12 }),
  line: css({
    display: 'flex',
    gap: theme.spacing(1),
    width: '100%',
    padding: theme.spacing(0.25, 0.5),
    border: 'none',
    background: 'none',
    textAlign: 'left',
    '&:hover': { background: theme.colors.action.hover },
  }),
  level: css({ flex: 'none', width: 4, alignSelf: 'stretch', borderRadius: 2, background: theme.colors.text.disabled }),
  color: (name?: string) => (name ? css({ background: theme.visualization.getColorByName(name) }) : ''),
  time: css({ flex: 'none', color: theme.colors.text.secondary }),
  body: css({ overflowWrap: 'anywhere' }),
  labels: css({
    display: 'grid',
    gridTemplateColumns: 'max-content 1fr',
    gap: theme.spacing(0.25, 2),
    margin: theme.spacing(0.5, 3, 1),
    '& dt': { color: theme.colors.text.secondary },
    '& dd': { overflowWrap: 'anywhere', margin: 0 },
  }),
});
