import { type DataFrame, DataTopic, FieldType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Span, union } from '../time/spans';

/**
 * Marks in the plot what is still to come (contract: an annotation frame's region, gone with Done), or null where there
 * is nothing.
 */
export function comingFrame(refId: string, coming: readonly Span[]): DataFrame | null {
  const spans = union(coming);
  if (spans.length === 0) {
    return null;
  }
  const title = t('metric.coming', 'Still loading');
  const each = <T>(value: T) => spans.map(() => value);
  return {
    refId,
    name: title,
    length: spans.length,
    meta: { dataTopic: DataTopic.Annotations },
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: spans.map(({ from }) => from) },
      { name: 'timeEnd', type: FieldType.time, config: {}, values: spans.map(({ to }) => to) },
      { name: 'isRegion', type: FieldType.boolean, config: {}, values: each(true) },
      { name: 'title', type: FieldType.string, config: {}, values: each(title) },
      { name: 'text', type: FieldType.string, config: {}, values: each(title) },
      { name: 'tags', type: FieldType.other, config: {}, values: each([]) },
      { name: 'id', type: FieldType.string, config: {}, values: spans.map(({ from }) => `coming-${refId}-${from}`) },
      { name: 'color', type: FieldType.string, config: {}, values: each('rgba(128, 128, 128, 0.5)') },
    ],
  };
}
