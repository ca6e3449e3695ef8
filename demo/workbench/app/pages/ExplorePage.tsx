import { css } from '@emotion/css';
import { CoreApp, type DataQuery, LoadingState, type TimeRange } from '@grafana/data';
import { locationService } from '@grafana/runtime';
import { LoadingBar } from '@grafana/ui';
import React, { useEffect, useMemo, useRef, useState } from 'react';
import { absolute, again, rangeForAddress, rangeOf } from '../dashboard/time';
import { addressOf, readAddress } from '../explore/address';
import { ExploreResults } from '../explore/ExploreResults';
import { QueryRows } from '../explore/QueryRows';
import { useExploreData } from '../explore/use-explore-data';
import { Page } from '../layout/Page';
import { TimeControls } from '../layout/TimeControls';
import { useDataSource } from '../services/data-sources';
import { templates } from '../templates/service';

/** The plugin's query editor, and the results of its queries. The address contains queries and range. */
export function ExplorePage({ search }: { search: string }) {
  const written = useRef<string>();
  const [{ datasource, queries, range }, setState] = useState(() => stateAt(search));
  const dataSource = useDataSource(datasource);
  // As in Grafana, a new pane has the data source's default query.
  const shown = useMemo(
    () =>
      queries.length > 0
        ? queries
        : dataSource
          ? [{ refId: 'A', ...dataSource.getDefaultQuery?.(CoreApp.Explore) }]
          : [],
    [queries, dataSource]
  );
  const { data, run, width } = useExploreData(dataSource);
  templates.use([]);
  templates.updateTimeRange(range);

  const start = (asked: DataQuery[], over: TimeRange) => {
    const evaluated = again(over);
    setState((state) => ({ ...state, queries: asked, range: evaluated }));
    const url = addressOf({ datasource: dataSource?.uid, queries: asked, range: rangeForAddress(over.raw) });
    written.current = url.slice(url.indexOf('?'));
    if (written.current !== locationService.getLocation().search) {
      locationService.push(url);
    }
    run(asked, evaluated);
  };

  // An address with queries, even from a link, runs at once. Without queries, the default query runs.
  useEffect(() => {
    if (!dataSource || search === written.current) {
      return;
    }
    const wanted = stateAt(search);
    written.current = search;
    setState(wanted);
    const first = { refId: 'A', ...dataSource.getDefaultQuery?.(CoreApp.Explore) };
    run(wanted.queries.length > 0 ? wanted.queries : [first], wanted.range);
  }, [dataSource, search, run]);

  const loading = data?.state === LoadingState.Loading || data?.state === LoadingState.Streaming;
  return (
    <Page
      title="Explore"
      controls={
        <TimeControls
          range={range}
          isLoading={loading}
          text="Run query"
          onRange={(chosen) => start(shown, chosen)}
          onRefresh={() => start(shown, range)}
        />
      }
    >
      {dataSource && (
        <QueryRows
          dataSource={dataSource}
          queries={shown}
          data={data}
          range={range}
          onChange={(changed) => setState((state) => ({ ...state, queries: changed }))}
          onRun={() =>
            setState(
              (state) => (queueMicrotask(() => start(state.queries.length > 0 ? state.queries : shown, range)), state)
            )
          }
        />
      )}
      <div ref={width} className={styles}>
        {loading && <LoadingBar width={800} />}
      </div>
      {data && <ExploreResults data={data} onZoom={(from, to) => start(shown, absolute(from, to))} />}
    </Page>
  );
}

function stateAt(search: string): { datasource?: string; queries: DataQuery[]; range: TimeRange } {
  const { datasource, queries, range } = readAddress(search);
  return { datasource, queries, range: rangeOf(range.from, range.to) };
}

const styles = css({ height: 2, overflow: 'hidden' });
