import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { getBackendSrv, locationService } from '@grafana/runtime';
import { Alert, LinkButton, LoadingPlaceholder, Tooltip, useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { AnnotationControls } from '../dashboard/AnnotationControls';
import { type Dashboard, loadDashboard } from '../dashboard/dashboard';
import { DashboardGrid } from '../dashboard/DashboardGrid';
import { resolveLinks } from '../dashboard/links';
import { type DashboardEntry } from '../dashboard/model';
import { TimeControls } from '../dashboard/TimeControls';
import { useAnnotations } from '../dashboard/use-annotations';
import { VariableControls } from '../dashboard/VariableControls';
import { Page } from '../layout/Page';
import { again$ } from '../run/again';
import { useObservable } from '../layout/use-observable';

/** A dashboard by its uid; its state is the address's. */
export function DashboardPage({ uid, search }: { uid: string; search: string }) {
  const [dashboard, setDashboard] = useState<Dashboard>();
  const [error, setError] = useState<string>();
  const known = dashboard?.json.uid === uid && dashboard.wrote(search);

  useEffect(() => {
    if (known) {
      return;
    }
    let wanted = true;
    loadDashboard(uid, locationService.getSearchObject()).then(
      (loaded) => {
        if (!wanted) {
          return loaded.destroy();
        }
        setError(undefined);
        setDashboard(loaded);
      },
      (failure) => wanted && setError(failure?.data?.message ?? String(failure))
    );
    return () => {
      wanted = false;
    };
    // The dashboard's own writing to the address is no reason to load it again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [uid, search]);

  useEffect(() => () => dashboard?.destroy(), [dashboard]);

  if (error) {
    return (
      <Page title="Dashboard" section="Dashboards">
        <Alert title={`The dashboard "${uid}" could not be read`}>{error}</Alert>
      </Page>
    );
  }
  return dashboard?.json.uid === uid ? (
    <Shown key={uid} dashboard={dashboard} />
  ) : (
    <LoadingPlaceholder text="Loading…" />
  );
}

function Shown({ dashboard }: { dashboard: Dashboard }) {
  const styles = useStyles2(getStyles);
  const annotations = useAnnotations(dashboard);
  useEffect(() => {
    const asked = again$.subscribe(() => dashboard.refresh());
    return () => asked.unsubscribe();
  }, [dashboard]);
  return (
    <Page title={dashboard.json.title} section="Dashboards" sectionUrl="/dashboards">
      <div className={styles.controls}>
        <div className={styles.right}>
          <Links dashboard={dashboard} />
          <TimeControls dashboard={dashboard} />
        </div>
        <VariableControls dashboard={dashboard} />
        <AnnotationControls dashboard={dashboard} results={annotations} />
      </div>
      <DashboardGrid dashboard={dashboard} annotations={annotations} />
    </Page>
  );
}

function Links({ dashboard }: { dashboard: Dashboard }) {
  const [all, setAll] = useState<DashboardEntry[]>([]);
  const links = dashboard.json.links ?? [];
  const byTags = links.some(({ type }) => type === 'dashboards');
  useObservable(dashboard.state);
  useEffect(() => {
    if (byTags) {
      void getBackendSrv().get('/api/search').then(setAll);
    }
  }, [byTags]);
  return (
    <>
      {resolveLinks(links, dashboard, all).map(({ title, href, tooltip, targetBlank }) => (
        <Tooltip key={href} content={tooltip || title}>
          <LinkButton
            href={href}
            target={targetBlank ? '_blank' : undefined}
            variant="secondary"
            fill="outline"
            icon="apps"
          >
            {title}
          </LinkButton>
        </Tooltip>
      ))}
    </>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  // What does not fit beside the time range flows below it.
  controls: css({ display: 'flow-root', marginBottom: theme.spacing(1) }),
  right: css({
    float: 'right',
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: theme.spacing(1),
    paddingLeft: theme.spacing(1),
    paddingBottom: theme.spacing(1),
  }),
});
