import { css } from '@emotion/css';
import {
  CoreApp,
  type DataQuery,
  type DataSourceApi,
  LoadingState,
  type PanelData,
  rangeUtil,
  type TimeRange,
} from '@grafana/data';
import { getDataSourceSrv, locationService } from '@grafana/runtime';
import { Box, ErrorBoundaryAlert, IconButton, LoadingPlaceholder, Stack, Text } from '@grafana/ui';
import React, { Suspense, useEffect, useRef, useState } from 'react';
import useAsync from 'react-use/lib/useAsync';
import { Subject, switchMap } from 'rxjs';
import { absolute, exploreAddress, readAddress } from '../parts/address';
import { ExploreResults } from '../parts/ExploreResults';
import { Page } from '../parts/Page';
import { buildRequest, keepLast, run } from '../run/run';
import { templates } from '../variables/templates';

const DEFAULT_WIDTH = 1000;

/** The plugin's query editor, and the results of its queries. The address contains queries and range. */
export default function ExplorePage({ search }: { search: string }) {
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
  const [requests] = useState(() => new Subject<State>());
  const latest = useRef(state);
  const results = useRef<HTMLDivElement>(null);
  const written = useRef<string>();

  const change = (changes: Partial<State>) => {
    latest.current = { ...latest.current, ...changes };
    templates.use([], latest.current.range);
    setState(latest.current);
  };

  /** Runs the latest queries, and writes them to the address. */
  const start = (range: TimeRange) => {
    const url = exploreAddress(latest.current.queries, range);
    change({ range: rangeUtil.convertRawToRange(range.raw) });
    written.current = url.slice(url.indexOf('?'));
    if (written.current !== locationService.getLocation().search) {
      locationService.push(url);
    }
    requests.next(latest.current);
  };

  // A new run cancels the previous one.
  useEffect(() => {
    const ask = ({ queries, range }: State) => {
      const maxDataPoints = results.current?.clientWidth || DEFAULT_WIDTH;
      const options = { app: CoreApp.Explore, queries, range, maxDataPoints };
      return run(dataSource, buildRequest(dataSource, options));
    };
    const subscription = requests.pipe(switchMap(ask), keepLast).subscribe(setData);
    return () => subscription.unsubscribe();
  }, [dataSource, requests]);

  // An address, even from a link, runs at once.
  useEffect(() => {
    if (search !== written.current) {
      written.current = search;
      change(stateAt(search, dataSource));
      requests.next(latest.current);
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search, dataSource]);

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
      <div ref={results}>
        {data && <ExploreResults data={data} onZoom={({ from, to }) => start(absolute(from, to))} />}
      </div>
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
