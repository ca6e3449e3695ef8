import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';

export type Severity = QueryResultMetaNotice['severity'];

export function notice(text: string, severity: Severity = 'info'): QueryResultMetaNotice {
  return { severity, text };
}

/**
 * The frames with `notices` added to the first one (contract: a notice is an entry of `meta.notices` in the first frame
 * of its refId). Equal texts are said once. The argument is not changed.
 */
export function withNotices(frames: DataFrame[], notices: QueryResultMetaNotice[]): DataFrame[] {
  if (notices.length === 0 || frames.length === 0) {
    return frames;
  }
  const [first, ...rest] = frames;
  const said = [...(first.meta?.notices ?? [])];
  for (const item of notices) {
    if (!said.some((other) => other.text === item.text)) {
      said.push(item);
    }
  }
  return [{ ...first, meta: { ...first.meta, notices: said } }, ...rest];
}
