import './public-path';
import { DataSourcePlugin } from '@grafana/data';
import { initPluginTranslations } from '@grafana/i18n';
import { lazy } from 'react';
import { AnomalyDataSource } from './datasource';
import pluginJson from './plugin.json';
import { type AnomalyQuery } from './query';
import { type SecureSettings, type StoredSettings } from './settings';

// Not awaited: English lies in the source, other languages arrive in time for what is drawn later.
void initPluginTranslations(pluginJson.id, [
  (language) => import(`./locales/${language}/${pluginJson.id}.json`).then((file) => file.default),
]);

export const plugin = new DataSourcePlugin<AnomalyDataSource, AnomalyQuery, StoredSettings, SecureSettings>(
  AnomalyDataSource
)
  .setConfigEditor(lazy(() => import('./config/ConfigEditor')))
  .setQueryEditor(lazy(() => import('./editor/QueryEditor')));
