import { css } from '@emotion/css';
import { type GrafanaTheme2, type PanelData, type QueryResultMetaNotice } from '@grafana/data';
import { Icon, type IconName, PanelChrome, Tooltip, useStyles2 } from '@grafana/ui';
import { uniqBy } from 'lodash';
import React from 'react';

const ICONS: Record<QueryResultMetaNotice['severity'], IconName> = {
  info: 'info-circle',
  warning: 'exclamation-triangle',
  error: 'exclamation-circle',
};

/** Next to a panel's title: the notices of its frames, and the time range if the panel has its own. */
export function Notices({ data, time }: { data?: PanelData; time?: string }) {
  const styles = useStyles2(getStyles);
  const all = (data?.series ?? []).flatMap((frame) => frame.meta?.notices ?? []);
  return (
    <>
      {time && (
        <span className={styles.item}>
          <Icon name="clock-nine" size="sm" />
          &nbsp;{time}
        </span>
      )}
      {uniqBy(all, 'text').map(({ severity, text }) => (
        <Tooltip key={text} content={text}>
          <PanelChrome.TitleItem className={styles.item} title={text}>
            <Icon name={ICONS[severity] ?? 'info-circle'} className={styles[severity]} aria-label={text} />
          </PanelChrome.TitleItem>
        </Tooltip>
      ))}
    </>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  item: css({
    display: 'flex',
    alignItems: 'center',
    padding: theme.spacing(0, 0.5),
    color: theme.colors.text.secondary,
  }),
  info: css({ color: theme.colors.text.secondary }),
  warning: css({ color: theme.colors.warning.text }),
  error: css({ color: theme.colors.error.text }),
});
