import { css } from '@emotion/css';
import { CoreApp, type DataQuery, type DataSourceApi, type PanelData, type TimeRange } from '@grafana/data';
import { Box, ErrorBoundaryAlert, IconButton, LoadingPlaceholder, Stack, Text } from '@grafana/ui';
import React, { Suspense, useState } from 'react';

interface Props {
  dataSource: DataSourceApi;
  query: DataQuery;
  queries: DataQuery[];
  data?: PanelData;
  range: TimeRange;
  onChange: (query: DataQuery) => void;
  onRun: () => void;
}

/** A query's row with the data source's editor, and its help. */
export function QueryRow({ dataSource, query, queries, data, range, onChange, onRun }: Props) {
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
