import { css } from '@emotion/css';
import { colorManipulator, dateTimeFormat, textUtil } from '@grafana/data';
import { Tag, Tooltip, type UPlotConfigBuilder, useTheme2 } from '@grafana/ui';
import { isEqual } from 'lodash';
import React, { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Mark } from '../annotations/events';
import { TIME_ZONE } from './shared';

/** The position of the plot: pixels of its width, times of its edges. */
interface View {
  over: HTMLElement;
  width: number;
  from: number;
  to: number;
}

/** Draws annotations on a plot: regions as tinted spans, moments as dashed lines, each with a handle below. */
export function AnnotationLayer({ config, marks }: { config: UPlotConfigBuilder; marks: Mark[] }) {
  const [view, setView] = useState<View>();
  useLayoutEffect(() => {
    config.addHook('draw', ({ over, scales }) => {
      const { min = 0, max = 0 } = scales.x;
      const next = { over, width: over.clientWidth, from: min ?? 0, to: max ?? 0 };
      setView((before) => (isEqual(before, next) ? before : next));
    });
  }, [config]);
  if (!view) {
    return null;
  }
  const { over, width, from, to } = view;
  const x = (time: number) => ((time - from) / (to - from)) * width;
  const placed = marks.map((mark, i) => {
    const left = x(mark.time);
    const right = mark.isRegion && mark.timeEnd !== undefined ? x(mark.timeEnd) : left;
    return right < 0 || left > width ? null : (
      <Drawn key={mark.id || i} mark={mark} left={Math.max(0, left)} right={Math.min(width, right)} />
    );
  });
  return createPortal(placed, over);
}

/** @param left @param right pixels from the plot's left edge */
function Drawn({ mark, left, right }: { mark: Mark; left: number; right: number }) {
  const color = useTheme2().visualization.getColorByName(mark.color ?? 'red');
  const isRegion = right - left > 6;
  const border = `2px dashed ${color}`;
  const width = right - left;
  const place = { position: 'absolute' as const, left, width, top: 0, bottom: 0, pointerEvents: 'none' as const };
  return (
    <>
      <div
        style={{
          ...place,
          borderLeft: border,
          borderRight: width > 0 ? border : undefined,
          background: colorManipulator.alpha(color, 0.1),
        }}
      />
      <Tooltip content={<Story mark={mark} />} interactive>
        <button
          type="button"
          className={isRegion ? REGION : MOMENT}
          style={isRegion ? { left, width, background: color } : { left: left - 5, borderBottomColor: color }}
          aria-label={`Annotation: ${mark.title ?? mark.text ?? ''}`}
          data-testid="data-testid annotation-marker"
        />
      </Tooltip>
    </>
  );
}

/** The content of the tooltip. */
function Story({ mark: { time, timeEnd, isRegion, title, text, tags = [] } }: { mark: Mark }) {
  const ends = isRegion && timeEnd !== undefined ? [time, timeEnd] : [time];
  return (
    <div className={css({ maxWidth: 340, overflowWrap: 'anywhere' })}>
      <div>{ends.map((at) => dateTimeFormat(at, { timeZone: TIME_ZONE })).join(' – ')}</div>
      {title && <strong dangerouslySetInnerHTML={{ __html: textUtil.sanitize(title) }} />}
      {text && <div dangerouslySetInnerHTML={{ __html: textUtil.sanitize(text) }} />}
      {tags.map((tag) => (
        <Tag key={tag} name={tag} />
      ))}
    </div>
  );
}

const HANDLE = { position: 'absolute', padding: 0, border: 'none' } as const;
const REGION = css({ ...HANDLE, bottom: -5, height: 5, borderRadius: 2 });
/** A triangle. */
const MOMENT = css({
  ...HANDLE,
  bottom: -6,
  width: 0,
  height: 0,
  background: 'none',
  border: 'solid 5px transparent',
  borderTop: 'none',
  borderBottomWidth: 6,
});
