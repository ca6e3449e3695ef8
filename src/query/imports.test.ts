import { AbstractLabelOperator } from '@grafana/data';
import { fromAbstractQueries } from './defaultQuery';

const { Equal, EqualRegEx } = AbstractLabelOperator;

describe('fromAbstractQueries', () => {
  it('takes node and metric over', () => {
    const labelMatchers = [
      { name: 'node', value: 'other', operator: Equal },
      { name: 'node_id', value: '101', operator: Equal },
      { name: 'metric', value: 'cpu', operator: Equal },
    ];
    expect(fromAbstractQueries([{ refId: 'B', labelMatchers }])).toEqual([
      { refId: 'B', queryType: 'metric', nodeId: '101', metricId: 'cpu' },
    ]);
  });

  it('takes no pattern for an id', () => {
    const labelMatchers = [{ name: 'node_id', value: '10.*', operator: EqualRegEx }];
    expect(fromAbstractQueries([{ refId: 'A', labelMatchers }])[0]).toMatchObject({ nodeId: '', metricId: '' });
  });
});
