import { css } from '@emotion/css';
import {
  CoreApp,
  type DataFrame,
  type DataQuery,
  type DataSourceApi,
  FieldType,
  LoadingState,
  type PanelData,
  type TimeRange,
} from '@grafana/data';
import { getDataSourceSrv, locationService } from '@grafana/runtime';
import { Alert, Box, ErrorBoundaryAlert, IconButton, LoadingPlaceholder, Stack, Text } from '@grafana/ui';
import { groupBy } from 'lodash';
import React, { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import useAsync from 'react-use/lib/useAsync';
import { eventsOf } from '../dashboard/annotations';
import { PanelFrame } from '../panels/PanelFrame';
import { type PanelProps, useBox } from '../panels/shared';
import { absolute, exploreAddress, readAddress } from '../parts/address';
import { Page } from '../parts/Page';
import { buildRequest, NO_DATA, run, withLast } from '../run/run';
import { templates } from '../variables/templates';

const DEFAULT_WIDTH = 1000;

/** The plugin's query editor, and the results of its queries. The address contains queries and range. */
export function ExplorePage({ search }: { search: string }) {
  const dataSource = useAsync(() => getDataSourceSrv().get(), []).value;
  return dataSource ? <Explore {...{ search, dataSource }} /> : <LoadingPlaceholder text="Loading…" />;
}

interface State {
  queries: DataQuery[];
  range: TimeRange;
}

function Explore({ search, dataSource }: { search: string; dataSource: DataSourceApi }) {
  const [state, setState] = useState<State>(() => stateAt(search, dataSource));
  const [data, setData] = useState<PanelData>();
  const [runs, setRuns] = useState(0);
  /** An editor changes a query and runs it before it is drawn. */
  const latest = useRef(state);
  const results = useRef<HTMLDivElement>(null);

  const change = (changes: Partial<State>) => {
    latest.current = { ...latest.current, ...changes };
    setState(latest.current);
  };

  // What the address contains, even from a link, runs at once, and cancels the previous run.
  useEffect(() => {
    const next = stateAt(search, dataSource);
    change(next);
    templates.use([], next.range);
    const maxDataPoints = results.current?.clientWidth || DEFAULT_WIDTH;
    const request = buildRequest(dataSource, { app: CoreApp.Explore, ...next, maxDataPoints });
    const subscription = run(dataSource, request).subscribe((answer) =>
      setData((last = NO_DATA) => withLast(last, answer))
    );
    return () => subscription.unsubscribe();
  }, [search, runs, dataSource]);

  /** Runs the latest queries by their address. */
  const start = (range: TimeRange) => {
    const url = exploreAddress(latest.current.queries, range);
    if (url.slice(url.indexOf('?')) === search) {
      setRuns(runs + 1);
    } else {
      locationService.push(url);
    }
  };

  const { queries, range } = state;
  const replace = (refId: string, query: DataQuery) =>
    change({ queries: latest.current.queries.map((one) => (one.refId === refId ? query : one)) });
  return (
    <Page
      title="Explore"
      range={range}
      text="Run query"
      primary
      isLoading={data?.state === LoadingState.Loading || data?.state === LoadingState.Streaming}
      onRange={start}
      onRefresh={() => start(range)}
    >
      {queries.map((query) => (
        <QueryRow
          key={query.refId}
          {...{ dataSource, query, queries, data, range }}
          onChange={(changed) => replace(query.refId, changed)}
          onRun={() => start(latest.current.range)}
        />
      ))}
      <div ref={results}>{data && <Results data={data} onZoom={({ from, to }) => start(absolute(from, to))} />}</div>
    </Page>
  );
}

/** As in Grafana, a new pane has the data source's default query. */
function stateAt(search: string, dataSource: DataSourceApi): State {
  const { queries, range } = readAddress(search);
  const first = { refId: 'A', ...dataSource.getDefaultQuery?.(CoreApp.Explore) };
  return { queries: queries.length > 0 ? queries : [first], range };
}

interface RowProps {
  dataSource: DataSourceApi;
  query: DataQuery;
  queries: DataQuery[];
  data?: PanelData;
  range: TimeRange;
  onChange: (query: DataQuery) => void;
  onRun: () => void;
}

/** A query's row with the data source's editor, and its help. */
function QueryRow({ dataSource, query, queries, data, range, onChange, onRun }: RowProps) {
  const { QueryEditor: Editor, QueryEditorHelp: Help } = dataSource.components ?? {};
  const [hasHelp, setHasHelp] = useState(false);
  return (
    <Box
      element="section"
      padding={1}
      backgroundColor="primary"
      borderStyle="solid"
      borderColor="weak"
      aria-label={`Query ${query.refId}`}
      data-testid="query-editor-row"
    >
      <Stack direction="column" gap={1}>
        <Stack justifyContent="space-between">
          <Text color="link">{`${query.refId} (${dataSource.name})`}</Text>
          <IconButton
            name="question-circle"
            tooltip="Show data source help"
            aria-expanded={hasHelp}
            onClick={() => setHasHelp(!hasHelp)}
          />
        </Stack>
        <ErrorBoundaryAlert>
          <Suspense fallback={<LoadingPlaceholder text="Loading editor…" />}>
            {Editor && (
              <Editor
                {...{ query, data, range, queries, onChange }}
                datasource={dataSource}
                app={CoreApp.Explore}
                history={[]}
                onRunQuery={onRun}
              />
            )}
            {Help && hasHelp && (
              <div className={css({ overflowWrap: 'anywhere' })} data-testid="query-editor-help">
                <Help
                  datasource={dataSource}
                  query={query}
                  onClickExample={(example) => {
                    onChange({ ...example, refId: query.refId });
                    setHasHelp(false);
                  }}
                />
              </div>
            )}
          </Suspense>
        </ErrorBoundaryAlert>
      </Stack>
    </Box>
  );
}

type ResultsProps = Pick<PanelProps, 'data' | 'onZoom'>;

/** Grafana's order of the views of a result, with their panels. */
const VIEWS = { Graph: 'timeseries', 'State timeline': 'state-timeline', Logs: 'logs', Table: 'table' };
type ViewName = keyof typeof VIEWS;

const OPTIONS = { tooltip: { mode: 'multi' } };

/** Frames in their preferred views. Without a preference, as a table, and as a graph if possible. */
function Results({ data, onZoom }: ResultsProps) {
  const errors = data.errors ?? (data.error ? [data.error] : []);
  const frames = useMemo(() => {
    const all = data.series.flatMap((frame) => viewsOf(frame).map((view) => ({ view, frame })));
    return groupBy(all, 'view');
  }, [data.series]);
  const hasNothing = data.state === LoadingState.Done && data.series.length === 0 && errors.length === 0;
  const views = (Object.keys(VIEWS) as ViewName[]).filter((view) => frames[view] || (hasNothing && view === 'Table'));
  return (
    <Stack direction="column" gap={1}>
      {errors.map(({ refId, message }, i) => (
        <Alert key={i} severity="error" title={refId ? `Query error (${refId})` : 'Query error'}>
          {message}
        </Alert>
      ))}
      {views.map((view) => (
        <View key={view} {...{ data, onZoom, view }} frames={frames[view] ?? []} />
      ))}
    </Stack>
  );
}

const PREFERRED: Record<string, ViewName> = { graph: 'Graph', logs: 'Logs', table: 'Table' };

function viewsOf({ fields, meta }: DataFrame): ViewName[] {
  if (meta?.preferredVisualisationPluginId === 'state-timeline') {
    return ['State timeline'];
  }
  const preferred = PREFERRED[meta?.preferredVisualisationType ?? ''];
  const has = (type: FieldType) => fields.some((field) => field.type === type);
  const isTimeSeries = has(FieldType.time) && has(FieldType.number) && !has(FieldType.string);
  return preferred ? [preferred] : isTimeSeries ? ['Graph', 'Table'] : ['Table'];
}

function View({ data, onZoom, view, frames }: ResultsProps & { view: ViewName; frames: Array<{ frame: DataFrame }> }) {
  const box = useBox();
  const marks = useMemo(() => eventsOf(data.annotations), [data]);
  const own = useMemo(() => frames.map(({ frame }) => frame), [frames]);
  return (
    <div className={css({ height: view === 'Logs' ? 100 : 400 })}>
      <PanelFrame {...{ box, data, marks, onZoom }} title={view} type={VIEWS[view]} frames={own} options={OPTIONS} />
    </div>
  );
}
