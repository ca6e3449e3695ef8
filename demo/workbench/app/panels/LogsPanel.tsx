import { css, cx } from '@emotion/css';
import { dateTimeFormat, type DataFrame, type Field, FieldType, type GrafanaTheme2 } from '@grafana/data';
import { IconButton, useStyles2 } from '@grafana/ui';
import React, { useState } from 'react';
import { NoData, type PanelProps, TIME_ZONE } from './shared';

/** The colors of log levels. */
export const LEVEL_COLORS: Record<string, string> = {
  critical: 'purple',
  error: 'red',
  warning: 'yellow',
  info: 'green',
  debug: 'blue',
};

interface Line {
  time: number;
  body: string;
  level: string;
  labels: Record<string, string>;
}

/** Log lines, the newest first; a click opens a line's labels, which can be filtered for and out. */
export function LogsPanel({ data, frames, onFilter }: PanelProps) {
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
            <span className={styles.time}>{dateTimeFormat(line.time, { timeZone: TIME_ZONE })}</span>
            <span className={styles.body}>{line.body}</span>
          </button>
          {open === i && (
            <dl className={styles.labels}>
              {Object.entries(line.labels).map(([name, value]) => (
                <React.Fragment key={name}>
                  <dt>
                    <IconButton
                      name="search-plus"
                      tooltip={`Filter for ${name}`}
                      onClick={() => onFilter?.(name, '=', value)}
                    />
                    <IconButton
                      name="search-minus"
                      tooltip={`Filter out ${name}`}
                      onClick={() => onFilter?.(name, '!=', value)}
                    />
                    {name}
                  </dt>
                  <dd>{value}</dd>
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
  const named = (name: string): Field | undefined => frame.fields.find((field) => field.name === name);
  const time = frame.fields.find(({ type }) => type === FieldType.time);
  const [body, level, labels] = ['body', 'severity', 'labels'].map(named);
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
