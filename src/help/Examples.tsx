import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Card, useStyles2 } from '@grafana/ui';
import React from 'react';
import { type Known } from '../descriptor';
import { type ListedType } from '../editor/listed';
import { lineOf } from '../families';
import { type AnomalyQuery } from '../query/query';

interface Props {
  types: readonly ListedType[];
  known: Known;
  refId: string;
  onClickExample: (query: AnomalyQuery) => void;
}

/** The examples of all types, each a button that puts it into the query. */
export function Examples({ types, known, refId, onClickExample }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <ul className={styles.examples} aria-label={t('help.examples', 'Examples')}>
      {examplesOf(types, known).map(({ title, text, needs, query }) => (
        <li key={title}>
          <Card className={styles.card} onClick={() => onClickExample({ ...query, refId })}>
            <Card.Heading>{title}</Card.Heading>
            <Card.Description>
              {text}
              <br />
              {needs ? (
                <em>{t('help.needs-series', 'Needs a node and a metric: the query will ask for them.')}</em>
              ) : (
                <code className={styles.code}>{lineOf(query)}</code>
              )}
            </Card.Description>
          </Card>
        </li>
      ))}
    </ul>
  );
}

/** Those of all types as whole queries. */
export function examplesOf(types: readonly ListedType[], known: Known) {
  return types.flatMap(({ descriptor, examples }) =>
    examples(known).map(({ query, ...example }) => {
      const whole: AnomalyQuery = { refId: 'A', ...query, queryType: descriptor.model.queryType };
      return { ...example, query: whole };
    })
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  examples: css({
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${theme.spacing(38)}), 1fr))`,
    gap: theme.spacing(1),
    marginBottom: theme.spacing(3),
    listStyle: 'none',
  }),
  // Not the property `noMargin`, which 11.6 does not know and would hand on to the page.
  card: css({ height: '100%', marginBottom: 0 }),
  code: css({ whiteSpace: 'normal', overflowWrap: 'anywhere' }),
});
