import { type Descriptor } from '../descriptor';
import { namesSeries } from '../query/series';
import { EXPLAIN } from './models';

export const explain: Descriptor<typeof EXPLAIN> = {
  model: EXPLAIN,
  runner: { load: () => import('./runner').then((room) => room.runExplain) },
  isComplete: namesSeries,
  ofSeries: true,
  about: () => import(/* webpackChunkName: "about" */ './about'),
};
