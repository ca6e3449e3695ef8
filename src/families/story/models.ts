import { model, type QueryOf } from '../../ground/query';
import { choice, texts, isFilled } from '../../ground/shapes';

/** One alert: its metrics in the order in which they joined, or a summary in one row with a text. */
export const STORY = model(
  'story',
  {
    alertId: texts(),
    format: choice('timeline', 'summary'),
  },
  { isComplete: ({ alertId }) => isFilled(alertId) }
);

export type StoryQuery = QueryOf<typeof STORY>;

declare module '../../ground/query' {
  interface QueryModels {
    story: typeof STORY;
  }
}
