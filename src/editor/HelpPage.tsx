import { css } from '@emotion/css';
import { type GrafanaTheme2, type QueryEditorHelpProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Card, useStyles2 } from '@grafana/ui';
import React from 'react';
import { type ListedType, withTypes } from './listed';
import { isComplete, lineOf, withSettings } from '../families/families';
import { type ServiceSource } from '../table/field';
import { type AnomalyQuery } from '../ground/query';

interface Props extends QueryEditorHelpProps<AnomalyQuery> {
  types: readonly ListedType[];
}

/** The help of the query editor: examples that run when they are clicked, and the purpose of each query type. */
export default withTypes<QueryEditorHelpProps<AnomalyQuery>>(HelpPage);

function HelpPage({ types, datasource, query: { refId }, onClickExample }: Props) {
  const styles = useStyles2(getStyles);
  // Grafana passes the data source for which the help was registered.
  const { settings } = (datasource as ServiceSource).context;
  return (
    <div className={styles.page}>
      <h3>{t('help.examples', 'Examples')}</h3>
      <p className={styles.hint}>{t('help.hint', 'Click one to copy it into the query.')}</p>
      <ul className={styles.examples} aria-label={t('help.examples', 'Examples')}>
        {examplesOf(types).map(({ title, query, missing }) => {
          const whole = withSettings(query, settings);
          return (
            <li key={title}>
              <Card className={styles.card} onClick={() => onClickExample({ ...query, refId: refId || 'A' })}>
                <Card.Heading>{title}</Card.Heading>
                <Card.Description>
                  {isComplete(whole) ? <code className={styles.code}>{lineOf(whole)}</code> : <em>{missing?.()}</em>}
                </Card.Description>
              </Card>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The examples of all types as whole queries. */
export function examplesOf(types: readonly ListedType[]) {
  return types.flatMap(({ descriptor, examples, missing }) =>
    examples().map((example) => {
      const query: AnomalyQuery = { refId: 'A', ...example.query, queryType: descriptor.model.queryType };
      return { ...example, query, missing };
    })
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({ maxWidth: theme.spacing(140) }),
  hint: css({ color: theme.colors.text.secondary }),
  examples: css({
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${theme.spacing(38)}), 1fr))`,
    gap: theme.spacing(1),
    marginBottom: theme.spacing(3),
    listStyle: 'none',
  }),
  card: css({ height: '100%' }),
  code: css({ whiteSpace: 'normal', overflowWrap: 'anywhere' }),
});
