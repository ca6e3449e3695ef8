import { css } from '@emotion/css';
import { type GrafanaTheme2, type QueryEditorHelpProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Card, useStyles2 } from '@grafana/ui';
import React from 'react';
import { isComplete, lineOf, listedTypes, withSettings } from '../families/families';
import { type ServiceSource } from './FieldsEditor';
import { missingOf } from './QueryEditor';
import { type AnomalyQuery } from '../ground/query';

/** The help of the query editor: examples that run when they are clicked, and the purpose of each query type. */
export default function HelpPage({ datasource, query: { refId }, onClickExample }: QueryEditorHelpProps<AnomalyQuery>) {
  const styles = useStyles2(getStyles);
  // Grafana passes the data source for which the help was registered.
  const { settings } = (datasource as ServiceSource).context;
  return (
    <div className={styles.page}>
      <h3>{t('help.examples', 'Examples')}</h3>
      <p className={styles.hint}>{t('help.hint', 'Click one to copy it into the query.')}</p>
      <ul className={styles.examples} aria-label={t('help.examples', 'Examples')}>
        {examplesOfTypes().map(({ title, query, missing }) => {
          const whole = withSettings(query, settings);
          return (
            <li key={title()}>
              <Card className={styles.card} onClick={() => onClickExample({ ...query, refId: refId || 'A' })}>
                <Card.Heading>{title()}</Card.Heading>
                <Card.Description>
                  {isComplete(whole) ? <code className={styles.code}>{lineOf(whole)}</code> : <em>{missing}</em>}
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
export function examplesOfTypes() {
  return listedTypes().flatMap((type) => {
    const { purpose, examples = [{ title: purpose, query: {} }] } = type.about;
    return examples.map(({ title, query }) => ({
      title,
      query: { refId: 'A', ...query, queryType: type.queryType } as AnomalyQuery,
      missing: missingOf(type),
    }));
  });
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
