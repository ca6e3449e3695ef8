import { css } from '@emotion/css';
import { type DataFrame, type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Alert, Text, useStyles2 } from '@grafana/ui';
import React from 'react';
import { type Preview, previewTexts } from '../fields/usePreview';

const ROWS = 5;

/** The first options that a variable would have, each with the id that stands behind its text. */
export function VariablePreview({ preview }: { preview: Preview }) {
  const styles = useStyles2(getStyles);
  if (preview.state === 'loading') {
    return <Note>{previewTexts.loading()}</Note>;
  }
  if (preview.state === 'failed') {
    return (
      <Alert severity="error" title={previewTexts.failed()}>
        {preview.reason}
      </Alert>
    );
  }
  const rows = rowsOf(preview.frame);
  if (rows.length === 0) {
    return <Note>{preview.frame?.meta?.notices?.[0]?.text ?? previewTexts.empty()}</Note>;
  }
  const count = t('answer.cut-first', 'Showing the first {{shown}} of {{total}}.', {
    shown: Math.min(ROWS, rows.length),
    total: rows.length,
  });
  return (
    <div className={styles.box}>
      <Text variant="bodySmall" color="secondary">
        {count}
      </Text>
      <table className={styles.table} aria-label={count}>
        <thead>
          <tr>
            <th scope="col">{t('variables.preview.text', 'Text')}</th>
            <th scope="col">{t('label.value', 'Value')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map(({ value, text }) => (
            <tr key={value}>
              <td>{text}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Note({ children }: { children: string }) {
  return (
    <div role="status">
      <Text variant="bodySmall" color="secondary">
        {children}
      </Text>
    </div>
  );
}

function rowsOf(frame: DataFrame | undefined): Array<{ value: string; text: string }> {
  const values: unknown[] = frame?.fields.find(({ name }) => name === 'value')?.values ?? [];
  const texts: unknown[] = frame?.fields.find(({ name }) => name === 'text')?.values ?? [];
  return values.map((value, i) => ({ value: String(value), text: String(texts[i]) }));
}

const getStyles = (theme: GrafanaTheme2) => ({
  box: css({ padding: theme.spacing(1) }),
  table: css({
    marginTop: theme.spacing(0.5),
    fontSize: theme.typography.bodySmall.fontSize,
    'th, td': { padding: theme.spacing(0.25, 2, 0.25, 0), textAlign: 'left', overflowWrap: 'anywhere' },
    th: { color: theme.colors.text.secondary, fontWeight: theme.typography.fontWeightMedium },
    'td:last-child': { fontFamily: theme.typography.fontFamilyMonospace, color: theme.colors.text.secondary },
  }),
});
