import { t } from '@grafana/i18n';
import { AGGREGATION, namesSeries, SERIES_SHOWN_WHEN, WHICH_SERIES } from '../../ground/fields';
import { model, type QueryOf } from '../../ground/query';

/** The state of a metric as a sentence. */
export const EXPLAIN = model(
  'explain',
  { ...WHICH_SERIES, aggregation: AGGREGATION },
  {
    isComplete: namesSeries,
    ofSeries: true,
    shownWhen: SERIES_SHOWN_WHEN,
    about: {
      name: () => t('label.summary', 'Summary'),
      group: 'metric',
      purpose: () =>
        t('type.explain-for', 'One sentence per metric: inside or outside its corridors, since when, and by how much'),
    },
  }
);

export type ExplainQuery = QueryOf<typeof EXPLAIN>;
