import { type PanelData, type QueryResultMetaNotice } from '@grafana/data';
import { Icon, type IconName, PanelChrome, Text, Tooltip } from '@grafana/ui';
import { uniqBy } from 'lodash';
import React from 'react';

const SHOWN: Record<QueryResultMetaNotice['severity'], [IconName, 'secondary' | 'warning' | 'error']> = {
  info: ['info-circle', 'secondary'],
  warning: ['exclamation-triangle', 'warning'],
  error: ['exclamation-circle', 'error'],
};

/** The notices of a panel's frames, next to its title. */
export function Notices({ data }: { data?: PanelData }) {
  const all = (data?.series ?? []).flatMap((frame) => frame.meta?.notices ?? []);
  return (
    <>
      {uniqBy(all, 'text').map(({ severity, text }) => (
        <Tooltip key={text} content={text}>
          <PanelChrome.TitleItem title={text}>
            <Text color={SHOWN[severity][1]}>
              <Icon name={SHOWN[severity][0]} aria-label={text} />
            </Text>
          </PanelChrome.TitleItem>
        </Tooltip>
      ))}
    </>
  );
}
