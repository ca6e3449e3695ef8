import 'uplot/dist/uPlot.min.css';
import { EventBusSrv, setTimeZoneResolver } from '@grafana/data';
import { setAppEvents, setBackendSrv, setDataSourceSrv, setTemplateSrv } from '@grafana/runtime';
import React from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { fillRegistries } from './boot/field-options';
import { followLinks } from './boot/links';
import { loadPlugin } from './loader/plugin';
import { Backend } from './services/backend';
import { loadPage } from './pages/pages';
import { DataSources, storedSources } from './services/data-sources';
import { templates } from './services/templates';

const PLUGIN_ID = 'anomaly-monitoring-datasource';

/** Puts Grafana's services in place, loads the plugin as Grafana would, and draws the page. */
async function start() {
  setTimeZoneResolver(() => 'browser');
  setBackendSrv(new Backend() as never);
  setTemplateSrv(templates);
  setAppEvents(new EventBusSrv());
  fillRegistries();
  const root = document.getElementById('root') as HTMLElement;
  try {
    // All that the first picture needs is under way at once; the page's head has asked for the rest.
    const [plugin, stored] = await Promise.all([loadPlugin(PLUGIN_ID), storedSources(), loadPage(location.pathname)]);
    const sources = new DataSources(plugin, stored);
    setDataSourceSrv(sources);
    followLinks();
    createRoot(root).render(React.createElement(App));
  } catch (error) {
    root.textContent = `The workbench could not start: ${error instanceof Error ? error.message : JSON.stringify(error)}`;
    throw error;
  }
}

void start();
