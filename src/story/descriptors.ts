import { type Descriptor } from '../descriptor';
import { isFilled } from '../query/texts';
import { STORY } from './models';

export const story: Descriptor<typeof STORY> = {
  model: STORY,
  runner: { load: () => import('./runner').then((room) => room.runStory) },
  isComplete: ({ alertId }) => isFilled(alertId),
  about: () => import(/* webpackChunkName: "about" */ './about'),
};
