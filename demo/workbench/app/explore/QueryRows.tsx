import { css } from '@emotion/css';
import {
  CoreApp,
  type DataQuery,
  type DataSourceApi,
  type GrafanaTheme2,
  type PanelData,
  type TimeRange,
} from '@grafana/data';
import { ErrorBoundaryAlert, IconButton, LoadingPlaceholder, useStyles2 } from '@grafana/ui';
import React, { Suspense, useState } from 'react';

interface Props {
  dataSource: DataSourceApi;
  queries: DataQuery[];
  data?: PanelData;
  range: TimeRange;
  onChange: (queries: DataQuery[]) => void;
  onRun: () => void;
}

/** A row per query with the data source's own editor in it. */
export function QueryRows({ dataSource, queries, data, range, onChange, onRun }: Props) {
  const styles = useStyles2(getStyles);
  const { QueryEditor: Editor, QueryEditorHelp: Help } = dataSource.components ?? {};
  const [helped, setHelped] = useState<string>();
  const replace = (place: number, query: DataQuery) =>
    onChange(queries.map((other, i) => (i === place ? query : other)));
  return (
    <div className={styles.rows}>
      {queries.map((query, place) => (
        <section
          key={query.refId}
          className={styles.row}
          aria-label={`Query ${query.refId}`}
          data-testid="query-editor-row"
        >
          <header className={styles.header}>
            <span className={styles.refId}>{query.refId}</span>
            <span className={styles.source}>({dataSource.name})</span>
            <span className={styles.space} />
            {Help && (
              <IconButton
                name="question-circle"
                tooltip="Show data source help"
                aria-expanded={helped === query.refId}
                onClick={() => setHelped(helped === query.refId ? undefined : query.refId)}
              />
            )}
          </header>
          <ErrorBoundaryAlert>
            <Suspense fallback={<LoadingPlaceholder text="Loading editor…" />}>
              {Editor && (
                <Editor
                  datasource={dataSource}
                  query={query}
                  onChange={(changed) => replace(place, changed)}
                  onRunQuery={onRun}
                  app={CoreApp.Explore}
                  data={data}
                  range={range}
                  queries={queries}
                  history={[]}
                />
              )}
            </Suspense>
          </ErrorBoundaryAlert>
          {Help && helped === query.refId && (
            <div className={styles.help} data-testid="query-editor-help">
              <Suspense fallback={<LoadingPlaceholder text="Loading help…" />}>
                <Help
                  datasource={dataSource}
                  query={query}
                  onClickExample={(example) => {
                    replace(place, { ...example, refId: query.refId });
                    setHelped(undefined);
                  }}
                />
              </Suspense>
            </div>
          )}
        </section>
      ))}
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  rows: css({ display: 'flex', flexDirection: 'column', gap: theme.spacing(1) }),
  row: css({
    background: theme.colors.background.primary,
    border: `1px solid ${theme.colors.border.weak}`,
    borderRadius: theme.shape.radius.default,
    padding: theme.spacing(1, 1.5, 1.5),
    minWidth: 0,
  }),
  header: css({ display: 'flex', alignItems: 'center', gap: theme.spacing(1), marginBottom: theme.spacing(1) }),
  refId: css({ color: theme.colors.text.link, fontWeight: theme.typography.fontWeightMedium }),
  source: css({ color: theme.colors.text.secondary, fontStyle: 'italic' }),
  space: css({ flex: 1 }),
  help: css({ marginTop: theme.spacing(2), overflowWrap: 'anywhere' }),
});
