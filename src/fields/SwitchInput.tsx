import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { Switch, useStyles2 } from '@grafana/ui';
import React, { useId } from 'react';
import { Labelled, type LabelProps } from './Labelled';

interface Props extends LabelProps {
  value: boolean;
  onChange: (value: boolean) => void;
}

export function SwitchInput({ value, onChange, width = 9, ...label }: Props) {
  const id = useId();
  const styles = useStyles2(getStyles);
  return (
    <Labelled {...label} width={width} id={id}>
      <div className={styles.switch}>
        <Switch id={id} value={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      </div>
    </Labelled>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  switch: css({ display: 'flex', alignItems: 'center', height: theme.spacing(theme.components.height.md) }),
});
