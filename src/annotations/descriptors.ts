import { type Descriptor } from '../descriptor';
import { ANNOTATIONS } from './models';

/** Its editor is Grafana's annotation editor's (`support.ts`), so that it is none of the list. */
export const annotations: Descriptor<typeof ANNOTATIONS> = {
  model: ANNOTATIONS,
  runner: { load: () => import('./runner').then((room) => room.runAnnotations) },
};
