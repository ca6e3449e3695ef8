import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { IconButton, useStyles2 } from '@grafana/ui';
import React, { useId } from 'react';
import { type RowFilter, storedFilters } from '../filters/filters';
import { Labelled } from './Labelled';
import { RAW } from '../loading/texts';

interface ChosenProps {
  /** The list's name for screen readers. */
  label: string;
  values: readonly string[];
  /** The label of a value. */
  textOf: (value: string) => string;
  onRemove: (value: string) => void;
}

/** The selected values, each with a button to remove it. */
export function ChosenList({ label, values, textOf, onRemove }: ChosenProps) {
  const styles = useStyles2(getStyles);
  return (
    <ul className={styles.list} aria-label={label}>
      {values.map((value) => {
        const text = textOf(value);
        return (
          <li key={value} className={styles.item} title={text === value ? undefined : value}>
            <span className={styles.text}>{text}</span>
            <IconButton
              name="times"
              size="md"
              aria-label={t('editor.picker.remove', 'Remove {{text}}', { text, ...RAW })}
              onClick={() => onRemove(value)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface FilterProps {
  /** The query, as stored. */
  query: object;
  /** Receives the remaining filters. */
  onChange: (filters: RowFilter[]) => void;
}

/** The filters that were clicked in Explore, so that users can see and remove them. Nothing if there are none. */
export function FilterList({ query, onChange }: FilterProps) {
  const id = useId();
  const filters = new Map(storedFilters(query).map((filter) => [textOf(filter), filter]));
  const label = t('explore.filters.label', 'Filters');
  return filters.size === 0 ? null : (
    <Labelled id={id} label={label} width={30} group>
      <ChosenList
        label={label}
        values={[...filters.keys()]}
        textOf={(text) => text}
        onRemove={(gone) => onChange([...filters].flatMap(([text, filter]) => (text === gone ? [] : filter)))}
      />
    </Labelled>
  );
}

function textOf({ key, operator, value, values }: RowFilter): string {
  return `${key} ${operator} ${(values ?? [value]).join(', ')}`;
}

const getStyles = (theme: GrafanaTheme2) => ({
  list: css({
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(0.5),
    marginBottom: theme.spacing(0.5),
    listStyle: 'none',
  }),
  item: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    maxWidth: '100%',
    minHeight: theme.spacing(3),
    padding: theme.spacing(0, 0.5, 0, 1),
    background: theme.colors.background.primary,
    border: `1px solid ${theme.colors.border.medium}`,
    borderRadius: theme.shape.radius.default,
    fontSize: theme.typography.bodySmall.fontSize,
  }),
  text: css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
});
