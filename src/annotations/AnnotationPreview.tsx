import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Alert, Text } from '@grafana/ui';
import React from 'react';
import { type Preview } from '../fields/usePreview';

/** How many annotations a query would draw in the range, as regions or marks, and what is to be said about them. */
export function AnnotationPreview({ preview }: { preview: Preview }) {
  if (preview.state === 'failed') {
    return (
      <Alert severity="error" title={t('annotations.preview.failed', 'The annotations could not be read')}>
        {preview.reason}
      </Alert>
    );
  }
  return (
    <div role="status">
      <Text variant="bodySmall" color="secondary">
        {preview.state === 'loading' ? t('annotations.preview.loading', 'Counting…') : countText(preview.frame)}
      </Text>
      {preview.state === 'done' &&
        preview.frame?.meta?.notices?.map(({ text }) => (
          <Text key={text} element="p" variant="bodySmall" color="warning">
            {text}
          </Text>
        ))}
    </div>
  );
}

function countText(frame: DataFrame | undefined): string {
  const total = frame?.length ?? 0;
  const regions = frame?.fields.find(({ name }) => name === 'isRegion')?.values.filter(Boolean).length ?? 0;
  if (total === 0) {
    return t('annotations.preview.none', 'Nothing would be drawn in this range.');
  }
  return t('annotations.preview.count', 'Drawn in this range: regions {{regions}}, marks {{marks}}.', {
    regions,
    marks: total - regions,
  });
}
