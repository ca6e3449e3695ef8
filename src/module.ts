import './loading/public-path';
import { DataSourcePlugin } from '@grafana/data';
import { AnomalyDataSource } from './datasource';
import { lazyPart } from './loading/lazyPart';
import { type AnomalyQuery } from './query/query';
import { type SecureSettings, type StoredSettings } from './settings';

export const plugin = new DataSourcePlugin<AnomalyDataSource, AnomalyQuery, StoredSettings, SecureSettings>(
  AnomalyDataSource
)
  .setConfigEditor(lazyPart(() => import('./config/ConfigEditor')))
  .setQueryEditor(lazyPart(() => import(/* webpackChunkName: "editors" */ './editor/QueryEditor')))
  .setQueryEditorHelp(lazyPart(() => import('./help/HelpPage')));
