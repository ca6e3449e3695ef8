import { css } from '@emotion/css';
import { type GrafanaTheme2, type QueryEditorHelpProps } from '@grafana/data';
import { t, Trans } from '@grafana/i18n';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { type ListedType, withTypes } from '../editor/listed';
import { type ServiceSource } from '../fields/props';
import { type AnomalyQuery } from '../query/query';
import { Elsewhere } from './Elsewhere';
import { Examples } from './Examples';
import { ShownWith } from './ShownWith';
import { useKnown } from './useKnown';

interface Props extends QueryEditorHelpProps<AnomalyQuery> {
  types: readonly ListedType[];
}

/** The help of the query editor: examples that run when they are clicked, and the words that the service uses. */
export default withTypes<QueryEditorHelpProps<AnomalyQuery>>(HelpPage);

function HelpPage({ types, datasource, query, onClickExample }: Props) {
  const styles = useStyles2(getStyles);
  // Grafana gives the data source that the help was registered with.
  const found = useKnown((datasource as ServiceSource).context, query);
  return (
    <div className={styles.page}>
      <h3>{t('help.examples', 'Examples')}</h3>
      <p className={styles.hint}>
        <Trans i18nKey="help.hint">Click one to put it into the query, then run it.</Trans> <ShownWith found={found} />
      </p>
      <Examples types={types} known={found} refId={query.refId || 'A'} onClickExample={onClickExample} />
      <h3>{t('help.types', 'Query types')}</h3>
      <dl className={styles.list}>
        {types.map(({ descriptor, name, purpose }) => (
          <React.Fragment key={descriptor.model.queryType}>
            <dt>{name()}</dt>
            <dd>{purpose()}</dd>
          </React.Fragment>
        ))}
      </dl>
      <h3>{t('help.elsewhere', 'On dashboards')}</h3>
      <Elsewhere className={styles.list} />
      <h3>{t('help.words', 'Words')}</h3>
      <Words className={styles.list} />
    </div>
  );
}

function Words({ className }: { className: string }) {
  return (
    <dl className={className}>
      <dt>{t('help.corridors', 'Corridors')}</dt>
      <dd>
        <Trans i18nKey="help.corridors-text">
          Where a metric usually lies, as learned from its past. main holds the most frequent behaviour, sup frequent
          deviations above it, inf frequent deviations below it. They exist once enough was collected, usually within 7
          days.
        </Trans>
      </dd>
      <dt>{t('help.ids', 'Nodes and metrics')}</dt>
      <dd>
        <Trans i18nKey="help.ids-text">
          The service has no list of them. The pickers hold those that alerts and anomalies name; any other id can be
          typed, and a variable can stand for one or several.
        </Trans>
      </dd>
      <dt>{t('help.granularity', 'Granularity')}</dt>
      <dd>
        <Trans i18nKey="help.granularity-text">
          The time between two points. auto takes the finest that the range and the panel have room for. Long ranges are
          read in several requests, the newest part first.
        </Trans>
      </dd>
      <dt>{t('help.moments', 'Points in time')}</dt>
      <dd>
        {t(
          'help.moments-text',
          'ISO 8601, epoch milliseconds, date math such as now-6h, or a variable such as {{to}}.',
          {
            to: '${__to}',
            interpolation: { escapeValue: false },
          }
        )}
      </dd>
    </dl>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({ maxWidth: theme.spacing(140) }),
  hint: css({ color: theme.colors.text.secondary }),
  list: css({
    display: 'grid',
    gridTemplateColumns: `${theme.spacing(17)} 1fr`,
    columnGap: theme.spacing(2),
    rowGap: theme.spacing(0.5),
    marginBottom: theme.spacing(3),
    '& dt': { fontWeight: theme.typography.fontWeightMedium },
    '& dd': { margin: 0, color: theme.colors.text.secondary },
  }),
});
