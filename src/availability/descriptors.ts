import { type Descriptor } from '../descriptor';
import { AVAILABILITY } from './models';

export const availability: Descriptor<typeof AVAILABILITY> = {
  model: AVAILABILITY,
  runner: { load: () => import('./runner').then((room) => room.runAvailability) },
  about: () => import(/* webpackChunkName: "about" */ './about'),
};
