import 'uplot/dist/uPlot.min.css';
import { type DataSourceInstanceSettings, EventBusSrv, locationUtil, setTimeZoneResolver } from '@grafana/data';
import {
  config,
  locationService,
  setAppEvents,
  setBackendSrv,
  setDataSourceSrv,
  setTemplateSrv,
} from '@grafana/runtime';
import React from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Backend } from './boot/backend';
import { DataSources } from './boot/data-sources';
import { loadPlugin, type PluginMeta, startTranslations } from './boot/plugin';
import { templates } from './variables/templates';

const PLUGIN_ID = 'anomaly-monitoring-datasource';

/** Sets Grafana's services, draws the page, and loads the plugin like Grafana. */
async function start() {
  setTimeZoneResolver(() => 'browser');
  locationUtil.initialize({
    config: config as never,
    getTimeRangeForUrl: () => ({}) as never,
    getVariablesUrlParams: () => ({}),
  });
  const backend = new Backend();
  setBackendSrv(backend as never);
  setTemplateSrv(templates);
  setAppEvents(new EventBusSrv());
  try {
    const described = (backend.get(`/api/plugins/${PLUGIN_ID}/settings`) as Promise<PluginMeta>).then(async (meta) => {
      await startTranslations(meta);
      return meta;
    });
    const plugin = described.then(loadPlugin);
    plugin.catch(fail);
    const [meta, stored] = await Promise.all([described, backend.get('/api/workbench/datasource')]);
    setDataSourceSrv(new DataSources({ ...(stored as DataSourceInstanceSettings), meta }, plugin));
    document.addEventListener('click', follow);
    createRoot(document.getElementById('root') as HTMLElement).render(<App />);
  } catch (error) {
    fail(error);
  }
}

/** Links to workbench pages change the page without reloading, as in Grafana. */
function follow(event: MouseEvent) {
  const link = (event.target as Element).closest?.('a');
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.defaultPrevented;
  if (!link?.href || !isPlain || (link.target && link.target !== '_self') || link.hasAttribute('download')) {
    return;
  }
  const url = new URL(link.href);
  const path = locationUtil.stripBaseFromUrl(url.pathname + url.search + url.hash);
  if (url.origin === location.origin && !/^\/?(public|api|workbench)\//.test(path)) {
    event.preventDefault();
    locationService.push(path);
  }
}

/** Shows the error instead of the page: without its plugin, there is no workbench. */
function fail(error: unknown): never {
  document.body.textContent = `The workbench could not start: ${error instanceof Error ? error.message : JSON.stringify(error)}`;
  throw error;
}

void start();
