import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Checkbox, useStyles2 } from '@grafana/ui';
import React, { useId } from 'react';
import { type Band, BANDS } from '../query/query';
import { Labelled } from './Labelled';

interface Props {
  value: Band[];
  onChange: (bands: Band[]) => void;
}

/** Which corridors are drawn. */
export function BandsInput({ value, onChange }: Props) {
  const id = useId();
  const styles = useStyles2(getStyles);
  return (
    <Labelled
      id={id}
      group
      width={21}
      label={t('editor.bands.label', 'Corridors')}
      tooltip={t(
        'editor.bands.tooltip',
        'main: the most frequent behaviour. sup: frequent deviations above it. inf: frequent deviations below it.'
      )}
    >
      <div className={styles.bands}>
        {BANDS.map((band) => (
          <Checkbox
            key={band}
            label={band}
            value={value.includes(band)}
            onChange={({ currentTarget }) =>
              onChange(BANDS.filter((other) => (other === band ? currentTarget.checked : value.includes(other))))
            }
          />
        ))}
      </div>
    </Labelled>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  bands: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(2),
    minHeight: theme.spacing(theme.components.height.md),
  }),
});
