import { css } from '@emotion/css';
import {
  dateTimeFormat,
  type Field,
  FieldType,
  formattedValueToString,
  getFieldDisplayName,
  type GrafanaTheme2,
} from '@grafana/data';
import { Tooltip, useStyles2 } from '@grafana/ui';
import React from 'react';
import { NoData, type PanelProps, TIME_ZONE } from './shared';
import { spansOf, statesOf, withGaps } from './states';

/** States over time, a row per field, with a legend of the states that occur. */
export function StatesPanel({ data, frames, width, timeRange, options, fieldConfig }: PanelProps) {
  const styles = useStyles2(getStyles);
  const [from, to] = [timeRange.from.valueOf(), timeRange.to.valueOf()];
  const rows = frames.flatMap((given) => {
    const time = given.fields.find(({ type }) => type === FieldType.time);
    if (!time || given.length === 0) {
      return [];
    }
    const frame = withGaps(given, { from, to });
    const times: number[] = frame.fields[given.fields.indexOf(time)].values;
    return frame.fields
      .filter(({ type, config }) => type !== FieldType.time && !config.custom?.hideFrom?.viz)
      .map((field) => ({
        field,
        name: getFieldDisplayName(field, frame, frames),
        spans: spansOf(field, times, to).filter((span) => span.to > from && span.from < to),
      }));
  });
  if (rows.length === 0) {
    return <NoData data={data} text={fieldConfig.defaults.noValue} />;
  }
  const share = (time: number) => (100 * (Math.min(Math.max(time, from), to) - from)) / (to - from);
  const shown = (time: number) => dateTimeFormat(time, { timeZone: TIME_ZONE });
  const hasLegend = (options.legend as { showLegend?: boolean } | undefined)?.showLegend !== false;
  return (
    <div className={styles.panel}>
      <div className={styles.rows}>
        {rows.map(({ field, name, spans }, i) => (
          <div key={i} className={styles.row}>
            <div className={styles.name} style={{ width: Math.min(220, width * 0.35) }} title={name}>
              {name}
            </div>
            <div className={styles.track}>
              {spans.map((span, k) => {
                const text = textOf(field, span.value);
                const place = {
                  left: `${share(span.from)}%`,
                  right: `${100 - share(span.to)}%`,
                  background: field.display?.(span.value).color,
                };
                return (
                  <Tooltip key={k} content={`${name}: ${text}, ${shown(span.from)} – ${shown(span.to)}`}>
                    <div className={styles.span} style={place} />
                  </Tooltip>
                );
              })}
            </div>
          </div>
        ))}
      </div>
      {hasLegend && (
        <ul className={styles.legend} aria-label="Legend">
          {statesOf(rows.map(({ field }) => field)).map(({ text, color }) => (
            <li key={text}>
              <span className={styles.swatch} style={{ background: color }} />
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function textOf({ display }: Field, value: unknown): string {
  return display ? formattedValueToString(display(value)) : String(value);
}

const getStyles = (theme: GrafanaTheme2) => {
  const small = { fontSize: theme.typography.bodySmall.fontSize };
  return {
    panel: css({ height: '100%', display: 'flex', flexDirection: 'column' }),
    rows: css({ flex: 1, minHeight: 0, overflow: 'auto', display: 'flex', flexDirection: 'column', gap: 4 }),
    row: css({ display: 'flex', alignItems: 'center', minHeight: 22, flex: '1 1 22px', maxHeight: 36 }),
    name: css({
      ...small,
      flex: 'none',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      paddingRight: theme.spacing(1),
      textAlign: 'right',
    }),
    track: css({ position: 'relative', flex: 1, height: '100%', background: theme.colors.background.secondary }),
    span: css({ position: 'absolute', top: 1, bottom: 1, opacity: 0.85 }),
    legend: css({ ...small, display: 'flex', flexWrap: 'wrap', gap: theme.spacing(0, 1.5), listStyle: 'none' }),
    swatch: css({ display: 'inline-block', width: 14, height: 4, marginRight: 6, verticalAlign: 'middle' }),
  };
};
