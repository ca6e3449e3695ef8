import { CoreApp } from '@grafana/data';
import { type AnomalyQuery, defaultQuery, withDefault, withoutDefault } from './query';
import { readSettings } from './settings';

const plain = readSettings({ jsonData: {} });
const withDefaults = readSettings({ jsonData: { defaultNodeId: '101', defaultMetricId: 'cpu' } });

describe('defaultQuery', () => {
  it.each([CoreApp.PanelEditor, CoreApp.Explore])("starts with the settings' node and metric in %s", (app) => {
    expect(defaultQuery(app, withDefaults)).toMatchObject({ queryType: 'metric', nodeId: '101', metricId: 'cpu' });
  });

  it('starts a panel with an empty metric query if no metric is set', () => {
    expect(defaultQuery(CoreApp.PanelEditor, plain)).toMatchObject({ queryType: 'metric', nodeId: '', metricId: '' });
  });

  it.each([{}, { defaultNodeId: '101' }, { defaultMetricId: 'cpu' }])(
    'starts Explore with the metrics of active alerts if no metric is set: %j',
    (jsonData) => {
      const settings = readSettings({ jsonData });
      expect(defaultQuery(CoreApp.Explore, settings)).toEqual({ queryType: 'alerts', metrics: true });
    }
  );
});

describe('withoutDefault', () => {
  const datasource = { type: 'anomaly-monitoring-datasource', uid: 'a' };
  /** Like Grafana with a query that only has a type. */
  const merged = (stored: AnomalyQuery): AnomalyQuery => ({
    ...defaultQuery(CoreApp.PanelEditor, withDefaults),
    ...stored,
  });

  it.each(['alertCounts', 'alertSearch', 'alertEvents', 'deviations', 'annotations', 'variable'])(
    'does not change stored %s queries',
    (queryType) => {
      const stored = { refId: 'A', datasource, queryType, hide: false };
      expect(withoutDefault(merged(stored), withDefaults)).toEqual(stored);
    }
  );

  it.each([
    { version: 1, nodeId: '101', metricId: 'cpu' },
    { q: '', nodeId: '101', metricId: 'cpu' },
    { nodeId: '101' },
    { nodeId: '102', metricId: 'cpu' },
    { nodeId: '101', metricId: 'cpu' },
  ])('keeps what the user chose: %j', (chosen) => {
    const query = { refId: 'A', queryType: 'alertCounts', ...chosen };
    expect(withoutDefault(query, withDefaults)).toEqual(query);
  });
});

describe('withDefault', () => {
  it('adds the series in the settings to a query without one', () => {
    const stored = { refId: 'A', queryType: 'metric', granularity: '1h' };
    expect(withDefault(stored, withDefaults)).toEqual({ ...stored, nodeId: '101', metricId: 'cpu' });
  });

  it.each([{ nodeId: '' }, { metricId: 'mem' }, { series: ['1:a', '2:b'] }])(
    'keeps what the user chose: %j',
    (chosen) => {
      const stored = { refId: 'A', ...chosen };
      expect(withDefault(stored, withDefaults)).toBe(stored);
    }
  );
});
