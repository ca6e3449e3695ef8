import { css } from '@emotion/css';
import { type GrafanaTheme2, locationUtil, urlUtil } from '@grafana/data';
import { getTemplateSrv, locationService } from '@grafana/runtime';
import {
  Alert,
  InlineSwitch,
  LinkButton,
  LoadingPlaceholder,
  RefreshPicker,
  TimeRangePicker,
  Tooltip,
  useStyles2,
} from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { type AnnotationResult, annotationsOf, useAnnotations } from '../annotations/use-annotations';
import { type Dashboard, loadDashboard } from '../dashboard/dashboard';
import { DashboardGrid } from '../dashboard/DashboardGrid';
import { LabelledControl, VariableControls } from '../dashboard/VariableControls';
import { Page } from '../layout/Page';
import { TIME_ZONE } from '../panels/shared';
import { again$, useObservable } from '../run/observable';

const INTERVALS = ['5s', '10s', '30s', '1m', '5m', '15m', '30m', '1h'];

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
  const styles = useStyles2(getStyles);
  const annotations = useAnnotations(dashboard);
  useEffect(() => {
    const asked = again$.subscribe(() => dashboard.refresh());
    return () => asked.unsubscribe();
  }, [dashboard]);
  return (
    <Page title={dashboard.json.title} section={{ title: 'Dashboards', path: '/dashboards' }}>
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

/** The dashboard's links, with its time range and variables if they say so. */
function Links({ dashboard }: { dashboard: Dashboard }) {
  useObservable(dashboard.state);
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

/** The time range, zooming out, and refreshing. */
function TimeControls({ dashboard }: { dashboard: Dashboard }) {
  const { range, refresh, settled } = useObservable(dashboard.state);
  return (
    <>
      <TimeRangePicker
        value={range}
        timeZone={TIME_ZONE}
        isOnCanvas
        onChange={(chosen) => dashboard.setRange(chosen)}
        onChangeTimeZone={() => {}}
        onMoveBackward={() => dashboard.move(-1)}
        onMoveForward={() => dashboard.move(1)}
        onZoom={() => dashboard.zoomOut()}
      />
      <RefreshPicker
        isOnCanvas
        intervals={INTERVALS}
        value={refresh}
        isLoading={!settled}
        tooltip="Refresh"
        onRefresh={() => dashboard.refresh()}
        onIntervalChanged={(interval) => dashboard.setRefresh(interval)}
      />
    </>
  );
}

/** A switch per annotation of the dashboard. */
function AnnotationControls({ dashboard, results }: { dashboard: Dashboard; results: AnnotationResult[] }) {
  const { annotations: switched } = useObservable(dashboard.state);
  return (
    <>
      {annotationsOf(dashboard.json)
        .filter(({ hide }) => !hide)
        .map(({ name, enable }) => {
          const id = `annotation-${name}`;
          const error = results.find(({ annotation }) => annotation.name === name)?.error;
          return (
            <LabelledControl key={name} id={id} label={name} error={error}>
              <InlineSwitch
                id={id}
                value={switched[name] ?? enable}
                onChange={({ currentTarget }) => dashboard.toggleAnnotation(name, currentTarget.checked)}
              />
            </LabelledControl>
          );
        })}
    </>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  // What does not fit next to the time range flows below it.
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
