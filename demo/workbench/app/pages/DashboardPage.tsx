import { locationUtil, urlUtil } from '@grafana/data';
import { getTemplateSrv, locationService } from '@grafana/runtime';
import { Alert, LinkButton, LoadingPlaceholder, Stack, Tooltip } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { useAnnotations } from '../annotations/use-annotations';
import { type Dashboard, loadDashboard } from '../dashboard/dashboard';
import { DashboardGrid } from '../dashboard/DashboardGrid';
import { VariableControls } from '../dashboard/VariableControls';
import { Page } from '../layout/Page';
import { TimeControls } from '../layout/TimeControls';
import { useObservable } from '../run/observable';

/** A dashboard by its uid. Its state is in the address. */
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
    // The dashboard's own changes of the address must not load it again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [uid, search]);

  useEffect(() => () => dashboard?.destroy(), [dashboard]);

  if (error) {
    return (
      <Page title="Dashboard">
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
  const annotations = useAnnotations(dashboard);
  const { range, refresh, settled } = useObservable(dashboard.state);
  const controls = (
    <>
      <Links dashboard={dashboard} />
      <TimeControls
        range={range}
        isLoading={!settled}
        refresh={refresh}
        onRange={(chosen) => dashboard.setRange(chosen)}
        onRefresh={() => dashboard.refresh()}
        onInterval={(interval) => dashboard.setRefresh(interval)}
      />
    </>
  );
  return (
    <Page title={dashboard.json.title} controls={controls}>
      <Stack wrap="wrap" gap={0.5}>
        <VariableControls dashboard={dashboard} />
      </Stack>
      <DashboardGrid dashboard={dashboard} annotations={annotations} />
    </Page>
  );
}

/** The dashboard's links, with its time range and variables if they request them. */
function Links({ dashboard }: { dashboard: Dashboard }) {
  const { from, to, ...variables } = dashboard.address();
  return (
    <>
      {(dashboard.json.links ?? []).map(({ title, url = '', tooltip, includeVars, keepTime }) => {
        const params = urlUtil.toUrlParams({ ...(keepTime && { from, to }), ...(includeVars && variables) });
        const href = urlUtil.appendQueryToUrl(getTemplateSrv().replace(url), params);
        return (
          <Tooltip key={href} content={tooltip || title}>
            <LinkButton href={locationUtil.assureBaseUrl(href)} variant="secondary" fill="outline" icon="apps">
              {title}
            </LinkButton>
          </Tooltip>
        );
      })}
    </>
  );
}
