import { t } from '@grafana/i18n';
import { Text } from '@grafana/ui';
import React from 'react';
import { EditorRow } from '../fields/EditorRow';

/** There is nothing to choose: the query is about the data source. */
export default function AvailabilityEditor() {
  return (
    <EditorRow label={t('availability.editor', 'What is asked')}>
      <Text color="secondary">
        {t('availability.editor-about', 'The service is asked for its active alerts, and the answer is one row.')}
      </Text>
    </EditorRow>
  );
}
