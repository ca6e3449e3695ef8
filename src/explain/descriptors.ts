import { type Descriptor } from '../descriptor';
import { isFilled } from '../query/texts';
import { EXPLAIN } from './models';

export const explain: Descriptor<typeof EXPLAIN> = {
  model: EXPLAIN,
  runner: { load: () => import('./runner').then((room) => room.runExplain) },
  isComplete: ({ nodeId, metricId, series }) => isFilled(series) || (isFilled(nodeId) && isFilled(metricId)),
  ofSeries: true,
  about: () => import(/* webpackChunkName: "about" */ './about'),
};
