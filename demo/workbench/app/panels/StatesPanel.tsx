import { css } from '@emotion/css';
import {
  dateTimeFormat,
  FieldType,
  formattedValueToString,
  getFieldDisplayName,
  type GrafanaTheme2,
} from '@grafana/data';
import { Tooltip, useStyles2 } from '@grafana/ui';
import React from 'react';
import { NoData } from './NoData';
import { type PanelProps } from './panel-props';
import { spansOf, withGaps } from './states';

/** States over time, a row per field. */
export function StatesPanel({ data, frames, width, timeRange, timeZone, options, fieldConfig }: PanelProps) {
  const styles = useStyles2(getStyles);
  const [from, to] = [timeRange.from.valueOf(), timeRange.to.valueOf()];
  const rows = frames.flatMap((asked) => {
    const frame = withGaps(asked, { from, to });
    const time = frame.fields.find(({ type }) => type === FieldType.time);
    return frame.fields
      .filter((field) => field !== time && time && frame.length > 0 && !field.config.custom?.hideFrom?.viz)
      .map((field) => ({
        field,
        name: getFieldDisplayName(field, frame, frames),
        spans: spansOf(field, time?.values ?? [], to),
      }));
  });
  if (rows.length === 0) {
    return <NoData data={data} text={fieldConfig.defaults.noValue} />;
  }
  const share = (time: number) => `${(100 * (Math.min(Math.max(time, from), to) - from)) / (to - from)}%`;
  const shown = (time: number) => dateTimeFormat(time, { timeZone });
  return (
    <div className={styles.rows}>
      {rows.map(({ field, name, spans }, i) => (
        <div key={i} className={styles.row}>
          <div className={styles.name} style={{ width: Math.min(220, width * 0.35) }} title={name}>
            {name}
          </div>
          <div className={styles.track}>
            {spans
              .filter((span) => span.to > from && span.from < to)
              .map((span, k) => {
                const display = field.display?.(span.value);
                const text = display ? formattedValueToString(display) : String(span.value);
                const place = {
                  left: share(span.from),
                  right: `calc(100% - ${share(span.to)})`,
                  background: display?.color,
                };
                return (
                  <Tooltip key={k} content={`${name}: ${text}, ${shown(span.from)} – ${shown(span.to)}`}>
                    <div className={styles.span} style={place}>
                      {options.showValue !== 'never' && text}
                    </div>
                  </Tooltip>
                );
              })}
          </div>
        </div>
      ))}
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  rows: css({ height: '100%', overflow: 'auto', display: 'flex', flexDirection: 'column', gap: theme.spacing(0.5) }),
  row: css({ display: 'flex', alignItems: 'center', minHeight: 22, flex: '1 1 22px', maxHeight: 36 }),
  name: css({
    flex: 'none',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    paddingRight: theme.spacing(1),
    fontSize: theme.typography.bodySmall.fontSize,
    textAlign: 'right',
  }),
  track: css({ position: 'relative', flex: 1, height: '100%', background: theme.colors.background.secondary }),
  span: css({
    position: 'absolute',
    top: 1,
    bottom: 1,
    borderRadius: theme.shape.radius.default,
    padding: theme.spacing(0.25, 0.5),
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    fontSize: theme.typography.bodySmall.fontSize,
    color: '#111217',
    opacity: 0.85,
  }),
});
