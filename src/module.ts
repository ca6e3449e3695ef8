import './public-path';
import { DataSourcePlugin } from '@grafana/data';
import { lazy } from 'react';
import { AnomalyDataSource } from './datasource';
import { withWords } from './lazy';
import { type AnomalyQuery } from './query';
import { type SecureSettings, type StoredSettings } from './settings';

export const plugin = new DataSourcePlugin<AnomalyDataSource, AnomalyQuery, StoredSettings, SecureSettings>(
  AnomalyDataSource
)
  .setConfigEditor(lazy(() => withWords(() => import('./config/ConfigEditor'))))
  .setQueryEditor(lazy(() => withWords(() => import('./editor/QueryEditor'))));
