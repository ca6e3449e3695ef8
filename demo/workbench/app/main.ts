import 'uplot/dist/uPlot.min.css';
import { EventBusSrv, locationUtil, setTimeZoneResolver } from '@grafana/data';
import { config, setAppEvents, setBackendSrv, setDataSourceSrv, setTemplateSrv } from '@grafana/runtime';
import React from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { followLinks } from './boot/links';
import { startTranslations } from './boot/translations';
import { describePlugin, loadPlugin } from './loader/plugin';
import { Backend } from './services/backend';
import { DataSources, storedSources } from './services/data-sources';
import { templates } from './templates/service';

const PLUGIN_ID = 'anomaly-monitoring-datasource';

/** Sets Grafana's services, draws the page, and loads the plugin like Grafana. */
async function start() {
  setTimeZoneResolver(() => 'browser');
  locationUtil.initialize({
    config: config as never,
    getTimeRangeForUrl: () => ({}) as never,
    getVariablesUrlParams: () => ({}),
  });
  setBackendSrv(new Backend() as never);
  setTemplateSrv(templates);
  setAppEvents(new EventBusSrv());
  try {
    const described = describePlugin(PLUGIN_ID).then(async (meta) => {
      await startTranslations(meta);
      return meta;
    });
    const plugin = described.then(loadPlugin);
    plugin.catch(fail);
    const [meta, stored] = await Promise.all([described, storedSources()]);
    setDataSourceSrv(new DataSources(meta, plugin, stored));
    followLinks();
    createRoot(document.getElementById('root') as HTMLElement).render(React.createElement(App));
  } catch (error) {
    fail(error);
  }
}

/**
 * Shows the error instead of the page, which may already be drawn: without its plugin, there is no workbench.
 *
 * @throws the error, for the console
 */
function fail(error: unknown): never {
  document.body.textContent = `The workbench could not start: ${error instanceof Error ? error.message : JSON.stringify(error)}`;
  throw error;
}

void start();
