import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { IconButton, useStyles2 } from '@grafana/ui';
import React, { useId } from 'react';
import { Labelled } from './Labelled';
import { type RowFilter, storedFilters } from '../tables/filters';

interface Props {
  /** The query, as stored. */
  query: object;
  /** Takes the filters that are left. */
  onChange: (filters: RowFilter[]) => void;
}

/** The filters that were clicked in Explore, so that they can be seen and taken away; nothing where there are none. */
export function FilterList({ query, onChange }: Props) {
  const id = useId();
  const styles = useStyles2(getStyles);
  const filters = storedFilters(query);
  if (filters.length === 0) {
    return null;
  }
  return (
    <Labelled id={id} label={t('explore.filters.label', 'Filters')} width={30} group>
      <ul className={styles.list}>
        {filters.map((filter, i) => {
          const text = `${filter.key} ${filter.operator} ${(filter.values ?? [filter.value]).join(', ')}`;
          return (
            <li key={text} className={styles.filter}>
              <span className={styles.text}>{text}</span>
              <IconButton
                name="times"
                size="sm"
                aria-label={t('explore.filters.remove', 'Remove the filter {{text}}', {
                  text,
                  interpolation: { escapeValue: false },
                })}
                onClick={() => onChange(filters.filter((_, place) => place !== i))}
              />
            </li>
          );
        })}
      </ul>
    </Labelled>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  list: css({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(0.5), listStyle: 'none' }),
  filter: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    maxWidth: '100%',
    minHeight: theme.spacing(theme.components.height.md),
    padding: theme.spacing(0, 1),
    border: `1px solid ${theme.colors.border.medium}`,
    borderRadius: theme.shape.radius.default,
    fontSize: theme.typography.bodySmall.fontSize,
  }),
  text: css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
});
