import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React, { type ReactNode, useEffect } from 'react';
import { TopBar } from './TopBar';

interface Props {
  title: string;
  /** Shown above the content too, not only in the bar. */
  heading?: boolean;
  section?: string;
  sectionUrl?: string;
  children: ReactNode;
}

/** A page: the bar with where one is, and its content below. */
export function Page({ title, heading, section, sectionUrl, children }: Props) {
  const styles = useStyles2(getStyles);
  useEffect(() => {
    document.title = `${title} - Anomaly Monitoring workbench`;
  }, [title]);
  return (
    <>
      <TopBar title={title} section={section} sectionUrl={sectionUrl} heading={!heading} />
      <main className={styles.page}>
        {heading && <h1 className={styles.heading}>{title}</h1>}
        {children}
      </main>
    </>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({ padding: theme.spacing(2), minWidth: 0 }),
  heading: css({ fontSize: theme.typography.h2.fontSize, marginBottom: theme.spacing(2) }),
});
