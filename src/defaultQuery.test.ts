import { CoreApp } from '@grafana/data';
import { defaultQuery } from './defaultQuery';
import { readSettings } from './settings';

const plain = readSettings({ jsonData: {} });
const withDefaults = readSettings({ jsonData: { defaultNodeId: '101', defaultMetricId: 'cpu' } });

describe('defaultQuery', () => {
  it.each([CoreApp.PanelEditor, CoreApp.Explore])("starts with the settings' node and metric in %s", (app) => {
    expect(defaultQuery(app, withDefaults)).toEqual({ queryType: 'metric', nodeId: '101', metricId: 'cpu' });
  });

  it('starts a panel with an empty metric query where no metric is set', () => {
    expect(defaultQuery(CoreApp.PanelEditor, plain)).toEqual({ queryType: 'metric', nodeId: '', metricId: '' });
  });

  it('starts Explore with the alerts of now where no metric is set', () => {
    expect(defaultQuery(CoreApp.Explore, plain)).toEqual({ queryType: 'alerts' });
  });
});
