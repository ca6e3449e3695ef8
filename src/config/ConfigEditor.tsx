import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { Trans } from '@grafana/i18n';
import { Divider, Text, useStyles2 } from '@grafana/ui';
import React from 'react';
import { AuthSection } from './AuthSection';
import { ConnectionSection } from './ConnectionSection';
import { DefaultsSection } from './DefaultsSection';
import { FirstCorridor } from './FirstCorridor';
import { HttpSection } from './HttpSection';
import { type ConfigProps } from './props';
import { ReadingSection } from './ReadingSection';

/** The data source's settings page. */
export default function ConfigEditor(props: ConfigProps) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.page}>
      <Text element="p" color="secondary">
        <Trans i18nKey="config.intro">
          Enter the service URL and a read token, then select Save &amp; test. Fields with * are required.
        </Trans>
      </Text>
      <Divider />
      <ConnectionSection {...props} />
      <Divider />
      <AuthSection {...props} />
      <Divider />
      <HttpSection {...props} />
      <Divider />
      <DefaultsSection {...props} />
      <Divider />
      <ReadingSection {...props} />
      <FirstCorridor {...props} />
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({ maxWidth: theme.spacing(100), marginBottom: theme.spacing(4) }),
});
