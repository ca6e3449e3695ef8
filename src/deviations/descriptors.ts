import { type Descriptor } from '../descriptor';
import { DEVIATIONS } from './models';

export const deviations: Descriptor<typeof DEVIATIONS> = {
  model: DEVIATIONS,
  runner: { load: () => import('./runner').then((room) => room.runDeviations) },
  line: { without: ['limit'] },
  about: () => import(/* webpackChunkName: "about" */ './about'),
};
