import { css } from '@emotion/css';
import { dateTimeFormat, type GrafanaTheme2, textUtil } from '@grafana/data';
import { Tag, Tooltip, useStyles2 } from '@grafana/ui';
import React from 'react';
import { type Mark } from '../annotations/events';
import { TIME_ZONE } from './shared';

interface Props {
  mark: Mark;
  /** Pixels from the plot's left edge. */
  left: number;
  right: number;
}

/** The handle of an annotation below the plot; hovering or focusing it shows what happened. */
export function AnnotationMarker({ mark, left, right }: Props) {
  const styles = useStyles2(getStyles);
  const region = right - left > 6;
  const place = region
    ? { left, width: right - left, background: mark.color }
    : { left: left - 5, borderBottomColor: mark.color };
  return (
    <Tooltip content={<Story mark={mark} />} interactive>
      <button
        type="button"
        className={region ? styles.region : styles.moment}
        style={place}
        aria-label={`Annotation: ${mark.title ?? mark.text ?? ''}`}
        data-testid="data-testid annotation-marker"
      />
    </Tooltip>
  );
}

function Story({ mark }: { mark: Mark }) {
  const styles = useStyles2(getStyles);
  const time = (at: number) => dateTimeFormat(at, { timeZone: TIME_ZONE });
  return (
    <div className={styles.story}>
      <div className={styles.time}>
        {time(mark.time)}
        {mark.isRegion && mark.timeEnd !== undefined && ` – ${time(mark.timeEnd)}`}
      </div>
      {mark.title && <strong dangerouslySetInnerHTML={{ __html: textUtil.sanitize(mark.title) }} />}
      {mark.text && <div dangerouslySetInnerHTML={{ __html: textUtil.sanitize(mark.text) }} />}
      <div className={styles.tags}>
        {mark.tags?.map((tag) => (
          <Tag key={tag} name={tag} />
        ))}
      </div>
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  region: css({
    position: 'absolute',
    bottom: -5,
    height: 5,
    padding: 0,
    border: 'none',
    borderRadius: theme.shape.radius.default,
  }),
  moment: css({
    position: 'absolute',
    bottom: -6,
    width: 0,
    height: 0,
    padding: 0,
    background: 'none',
    border: 'solid 5px transparent',
    borderTop: 'none',
    borderBottomWidth: 6,
  }),
  story: css({ maxWidth: 340, overflowWrap: 'anywhere' }),
  time: css({
    color: theme.colors.text.secondary,
    fontSize: theme.typography.bodySmall.fontSize,
    marginBottom: theme.spacing(0.5),
  }),
  tags: css({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(0.5), marginTop: theme.spacing(0.5) }),
});
