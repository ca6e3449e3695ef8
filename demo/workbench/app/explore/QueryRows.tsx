import { css } from '@emotion/css';
import { CoreApp, type DataQuery, type DataSourceApi, type PanelData, type TimeRange } from '@grafana/data';
import { Box, ErrorBoundaryAlert, IconButton, LoadingPlaceholder, Stack, Text } from '@grafana/ui';
import React, { Suspense, useState } from 'react';

interface Props {
  dataSource: DataSourceApi;
  queries: DataQuery[];
  data?: PanelData;
  range: TimeRange;
  onChange: (queries: DataQuery[]) => void;
  onRun: () => void;
}

/** One row per query with the data source's editor. */
export function QueryRows({ dataSource, queries, data, range, onChange, onRun }: Props) {
  const { QueryEditor: Editor, QueryEditorHelp: Help } = dataSource.components ?? {};
  const [helped, setHelped] = useState<string>();
  const replace = (place: number, query: DataQuery) =>
    onChange(queries.map((other, i) => (i === place ? query : other)));
  return (
    <Stack direction="column" gap={1}>
      {queries.map((query, place) => (
        <Box
          element="section"
          key={query.refId}
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
              {Help && (
                <IconButton
                  name="question-circle"
                  tooltip="Show data source help"
                  aria-expanded={helped === query.refId}
                  onClick={() => setHelped(helped === query.refId ? undefined : query.refId)}
                />
              )}
            </Stack>
            <ErrorBoundaryAlert>
              <Suspense fallback={<LoadingPlaceholder text="Loading editor…" />}>
                {Editor && (
                  <Editor
                    {...{ query, data, range, queries }}
                    datasource={dataSource}
                    app={CoreApp.Explore}
                    history={[]}
                    onChange={(changed) => replace(place, changed)}
                    onRunQuery={onRun}
                  />
                )}
                {Help && helped === query.refId && (
                  <div className={css({ overflowWrap: 'anywhere' })} data-testid="query-editor-help">
                    <Help
                      datasource={dataSource}
                      query={query}
                      onClickExample={(example) => {
                        replace(place, { ...example, refId: query.refId });
                        setHelped(undefined);
                      }}
                    />
                  </div>
                )}
              </Suspense>
            </ErrorBoundaryAlert>
          </Stack>
        </Box>
      ))}
    </Stack>
  );
}
