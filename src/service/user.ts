import { config } from '@grafana/runtime';
import { type Json, record } from '../ground/read';

/** The user of Grafana's page, with the fields that this version of Grafana has. */
export function grafanaUser(): Json {
  return record(record(config.bootData).user);
}
