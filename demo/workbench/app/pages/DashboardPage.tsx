import { css } from '@emotion/css';
import { type GrafanaTheme2, locationUtil, urlUtil, VariableHide } from '@grafana/data';
import { getTemplateSrv, locationService } from '@grafana/runtime';
import {
  Alert,
  Box,
  Button,
  InlineField,
  Input,
  LinkButton,
  LoadingPlaceholder,
  MultiSelect,
  Select,
  Stack,
  useStyles2,
} from '@grafana/ui';
import React, { useEffect, useMemo, useState } from 'react';
import useObservable from 'react-use/lib/useObservable';
import { useAnnotations } from '../dashboard/annotations';
import { type Dashboard, loadDashboard } from '../dashboard/dashboard';
import { DashboardPanel } from '../dashboard/DashboardPanel';
import { place, type PlacedPanel } from '../dashboard/layout';
import { Page } from '../parts/Page';
import { inAddress } from '../parts/address';
import { ALL, type Variable } from '../variables/variables';

/** A dashboard by its uid. Its state is in the address. */
export function DashboardPage({ uid, search }: { uid: string; search: string }) {
  const [dashboard, setDashboard] = useState<Dashboard>();
  const [error, setError] = useState<string>();
  const isShown = dashboard?.json.uid === uid;

  useEffect(() => {
    // The dashboard's own changes of the address don't load it again.
    if (isShown && dashboard.wrote(search)) {
      return;
    }
    let wanted = true;
    loadDashboard(uid, locationService.getSearchObject()).then(
      (loaded) => {
        setError(undefined);
        return wanted ? setDashboard(loaded) : loaded.destroy();
      },
      (failure) => wanted && setError(failure?.data?.message ?? String(failure))
    );
    return () => {
      wanted = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [uid, search]);

  useEffect(() => () => dashboard?.destroy(), [dashboard]);

  if (isShown && !error) {
    return <Shown key={uid} dashboard={dashboard} />;
  }
  const title = `The dashboard "${uid}" could not be read`;
  return (
    <Box element="main" padding={2}>
      {error ? <Alert title={title}>{error}</Alert> : <LoadingPlaceholder text="Loading…" />}
    </Box>
  );
}

function Shown({ dashboard }: { dashboard: Dashboard }) {
  const { range, refresh, pending } = useObservable(dashboard.state, dashboard.state.value);
  return (
    <Page
      title={dashboard.json.title}
      range={range}
      links={<Links dashboard={dashboard} />}
      value={refresh}
      isLoading={pending.length > 0}
      onRange={(chosen) => dashboard.setRange(chosen)}
      onRefresh={() => dashboard.refresh()}
      onIntervalChanged={(interval) => dashboard.setRefresh(interval)}
    >
      <VariableControls dashboard={dashboard} />
      <Grid dashboard={dashboard} />
    </Page>
  );
}

/** The dashboard's links, with its time range if they request it. */
function Links({ dashboard: { json, range } }: { dashboard: Dashboard }) {
  return (
    <>
      {(json.links ?? []).map(({ title, url = '', tooltip, keepTime }) => {
        const params = urlUtil.toUrlParams(keepTime ? inAddress(range) : {});
        const href = urlUtil.appendQueryToUrl(getTemplateSrv().replace(url), params);
        return (
          <LinkButton
            key={href}
            href={locationUtil.assureBaseUrl(href)}
            tooltip={tooltip || title}
            variant="secondary"
            fill="outline"
            icon="apps"
          >
            {title}
          </LinkButton>
        );
      })}
    </>
  );
}

/** Above the panels: the visible variables. */
function VariableControls({ dashboard }: { dashboard: Dashboard }) {
  const { variables } = useObservable(dashboard.state, dashboard.state.value);
  // Filters are only in the address: Grafana's control for them is not in its packages.
  const shown = variables.filter(({ hide, type }) => Number(hide) !== VariableHide.hideVariable && type !== 'adhoc');
  return (
    <Stack wrap="wrap" gap={0.5}>
      {shown.map((variable) => (
        <div key={variable.name} className={CONTROL} data-testid="data-testid template variable">
          <InlineField
            label={variable.label || variable.name}
            htmlFor={`var-${variable.name}`}
            invalid={Boolean(variable.error)}
            error={variable.error}
            shrink
          >
            <Control variable={variable} onChoose={(values) => dashboard.choose(variable, values)} />
          </InlineField>
        </div>
      ))}
    </Stack>
  );
}

function Control({ variable, onChoose }: { variable: Variable; onChoose: (values: string[]) => void }) {
  const { type, name, label, multi, isLoading, options, includeAll, current } = variable;
  const id = `var-${name}`;
  if (type === 'textbox') {
    const take = (value: string) => value !== current.value && onChoose([value]);
    return (
      <Input
        id={id}
        key={String(current.value)}
        width={16}
        defaultValue={String(current.value)}
        onBlur={({ currentTarget }) => take(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget.value)}
      />
    );
  }
  const labels = [current.text].flat();
  const chosen = [current.value].flat().map((value, i) => ({ value, label: labels[i] ?? value }));
  const common = {
    inputId: id,
    'aria-label': label || name,
    width: 'auto' as const,
    allowCustomValue: true,
    isLoading,
    options: [...(includeAll ? [{ value: ALL, text: 'All' }] : []), ...options].map(({ value, text }) => ({
      value,
      label: text,
    })),
  };
  return multi ? (
    <MultiSelect {...common} value={chosen} onChange={(picked) => onChoose(picked.map(({ value }) => value ?? ''))} />
  ) : (
    <Select
      {...common}
      value={chosen.find(({ value }) => value !== '') ?? null}
      placeholder="Choose"
      onChange={({ value }) => onChoose([value ?? ''])}
    />
  );
}

/** A long value is cut, instead of moving the list's arrow below it. */
const cut = { flexWrap: 'nowrap !important' as 'nowrap', minWidth: 0 };
const CONTROL = css({ display: 'inline-flex', maxWidth: '100%', '& div': cut });

/** The panels on their grid. On narrow screens, one below the other. */
function Grid({ dashboard }: { dashboard: Dashboard }) {
  const styles = useStyles2(getStyles);
  const annotations = useAnnotations(dashboard);
  const { variables, pending } = useObservable(dashboard.state, dashboard.state.value);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const placed = useMemo(() => place(dashboard.json.panels ?? [], variables, open), [dashboard, variables, open]);
  // While variables are loading, repeated panels keep their places. At first, they have nothing to repeat.
  const [settled, setSettled] = useState(() => placed.filter(({ panel }) => !panel.repeat));
  if (pending.length === 0 && settled !== placed) {
    setSettled(placed);
  }
  const toggle = (id: number) => setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]));
  return (
    <div className={styles.grid}>
      {settled.map((item) => (
        <div key={item.key} className={styles.cell} style={cell(item)}>
          {item.panel.type === 'row' ? (
            <Button
              fill="text"
              variant="secondary"
              icon={open.has(item.panel.id) ? 'angle-down' : 'angle-right'}
              aria-expanded={open.has(item.panel.id)}
              onClick={() => toggle(item.panel.id)}
            >
              {getTemplateSrv().replace(item.panel.title, item.scopedVars)}
            </Button>
          ) : (
            <DashboardPanel dashboard={dashboard} placed={item} annotations={annotations} />
          )}
        </div>
      ))}
    </div>
  );
}

function cell({ x, y, w, h }: PlacedPanel) {
  return { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}`, height: h * 38 - 8 };
}

const getStyles = (theme: GrafanaTheme2) => ({
  grid: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(24, minmax(0, 1fr))',
    gridAutoRows: 30,
    gap: 8,
    [theme.breakpoints.down('md')]: { display: 'flex', flexDirection: 'column' },
  }),
  cell: css({ minWidth: 0 }),
});
