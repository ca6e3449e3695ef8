import './ground/public-path';
import { DataSourcePlugin } from '@grafana/data';
import { AnomalyDataSource } from './datasource';
import { lazyPart } from './ground/lazy';
import { type AnomalyQuery } from './ground/query';
import { type SecureSettings, type StoredSettings } from './ground/settings';

export const plugin = new DataSourcePlugin<AnomalyDataSource, AnomalyQuery, StoredSettings, SecureSettings>(
  AnomalyDataSource
)
  .setConfigEditor(lazyPart(() => import(/* webpackChunkName: "editors" */ './editor/ConfigEditor')))
  .setQueryEditor(lazyPart(() => import(/* webpackChunkName: "editors" */ './editor/QueryEditor')))
  .setQueryEditorHelp(lazyPart(() => import(/* webpackChunkName: "editors" */ './editor/HelpPage')));
