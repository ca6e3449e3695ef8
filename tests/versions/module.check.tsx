/**
 * Loads the built plugin with the packages of the Grafana version in GRAFANA_PACKAGES, as that Grafana would. `npm run
 * check:versions` runs it after a build.
 */
import { type DataSourcePlugin, type DataSourceApi } from '@grafana/data';
import { setAppEvents, setBackendSrv, setTemplateSrv, type TemplateSrv } from '@grafana/runtime';
import { render, screen } from '@testing-library/react';
import fs from 'node:fs';
import path from 'node:path';
import React, { type ComponentType } from 'react';
import { NEVER } from 'rxjs';
import { EDITED_TYPES } from '../support/queryTypes';
import { loadModule } from './loadModule';

const DIST = path.resolve(__dirname, '../../dist');

const { exported, runAll } = loadModule(DIST);
const { plugin } = exported as { plugin: DataSourcePlugin<DataSourceApi> };

/** An editor as Grafana draws it. Unit tests check the types of its properties. */
type Editor = ComponentType<Record<string, unknown>>;

const options = { jsonData: {}, secureJsonFields: {}, secureJsonData: {}, url: 'http://service', name: 'Anomalies' };

function dataSource(): DataSourceApi {
  return new plugin.DataSourceClass({
    ...options,
    id: 1,
    uid: 'a',
    type: 'anomaly-monitoring-datasource',
    url: '/api/datasources/proxy/uid/a',
    readOnly: false,
    access: 'proxy',
    meta: {} as never,
  });
}

beforeAll(() => {
  setAppEvents({ getStream: () => NEVER } as never);
  setBackendSrv({ fetch: () => NEVER } as never);
  setTemplateSrv({
    replace: (text = '') => text,
    containsTemplate: () => false,
    getVariables: () => [],
    updateTimeRange: () => {},
  } as TemplateSrv);
});

it('has a data source with its editors', () => {
  const { QueryEditor, ConfigEditor, QueryEditorHelp } = plugin.components;
  expect([QueryEditor, ConfigEditor, QueryEditorHelp].every(Boolean)).toBe(true);
  expect(dataSource().query).toBeInstanceOf(Function);
});

it('draws the settings page', async () => {
  const ConfigEditor = plugin.components.ConfigEditor as unknown as Editor;
  render(<ConfigEditor options={options} onOptionsChange={() => {}} />);
  expect(await screen.findByPlaceholderText(/https?:/)).toBeVisible();
  expect(screen.getByLabelText(/^Access token/)).toBeVisible();
});

it.each(EDITED_TYPES)('draws the editor of %s', async (queryType) => {
  const QueryEditor = plugin.components.QueryEditor as unknown as Editor;
  const query = { refId: 'A', queryType };
  const { container } = render(
    <QueryEditor datasource={dataSource()} query={query} onChange={() => {}} onRunQuery={() => {}} />
  );
  expect(await screen.findByText(/query type/i)).toBeVisible();
  expect(container.querySelectorAll('input').length).toBeGreaterThan(0);
});

it('runs every module of every other file', () => {
  const files = fs.readdirSync(DIST).filter((name) => name.endsWith('.js') && name !== 'module.js');
  const ran = runAll(files);
  expect(ran.length).toBeGreaterThan(0);
  expect(ran.filter(({ modules }) => modules === 0)).toEqual([]);
});
