import { type Descriptor } from '../descriptor';
import { VARIABLE } from './models';

/** Its editor is part of Grafana's variables (`support.ts`), so that it is none of the list. */
export const variable: Descriptor<typeof VARIABLE> = {
  model: VARIABLE,
  runner: { load: () => import('./runner').then((room) => room.runVariables) },
};
