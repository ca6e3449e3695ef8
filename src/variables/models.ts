import { model, type QueryOf } from '../query/query';
import { choice, text, texts } from '../query/shapes';

export const VARIABLE = model('variable', {
  list: choice('nodes', 'systems', 'metrics', 'alerts'),
  systemId: texts(),
  nodeId: texts(),
  /** Systems, nodes and metrics of these alerts alone, whenever they were part of them. */
  alertId: texts(),
  q: text(),
});

export type VariableQuery = QueryOf<typeof VARIABLE>;
export type VariableList = VariableQuery['list'];

declare module '../query/query' {
  interface QueryModels {
    variable: typeof VARIABLE;
  }
}
