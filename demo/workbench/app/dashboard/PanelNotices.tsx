import { css } from '@emotion/css';
import { type DataLink, type GrafanaTheme2, type PanelData, type QueryResultMetaNotice } from '@grafana/data';
import { Icon, type IconName, PanelChrome, Tooltip, useStyles2 } from '@grafana/ui';
import { uniqBy } from 'lodash';
import React from 'react';
import { resolvePanelLinks } from './links';

interface Props {
  data?: PanelData;
  links?: DataLink[];
  replace: (text: string) => string;
  /** Of a panel with a range of its own. */
  time?: string;
}

const ICONS: Record<QueryResultMetaNotice['severity'], IconName> = {
  info: 'info-circle',
  warning: 'exclamation-triangle',
  error: 'exclamation-circle',
};

/** What the frames have to say, and the panel's links, beside its title. */
export function PanelNotices({ data, links = [], replace, time }: Props) {
  const styles = useStyles2(getStyles);
  const notices = uniqBy(
    (data?.series ?? []).flatMap((frame) => frame.meta?.notices ?? []),
    'text'
  );
  return (
    <>
      {time && (
        <span className={styles.item}>
          <Icon name="clock-nine" size="sm" />
          &nbsp;{time}
        </span>
      )}
      {resolvePanelLinks(links, replace).map(({ title, href, targetBlank }) => (
        <Tooltip key={href} content={title}>
          <a
            className={styles.item}
            href={href}
            target={targetBlank ? '_blank' : undefined}
            rel="noreferrer"
            aria-label={title}
          >
            <Icon name="external-link-alt" />
          </a>
        </Tooltip>
      ))}
      {notices.map(({ severity, text }) => (
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
