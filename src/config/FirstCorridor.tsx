import { DataSourceTestSucceeded, locationUtil, urlUtil } from '@grafana/data';
import { t } from '@grafana/i18n';
import { getAppEvents, getDataSourceSrv } from '@grafana/runtime';
import { Alert, LinkButton } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { type Named } from '../answer/named';
import { metricTitle } from '../alertbook/titles';
import { type ServiceSource } from '../fields/field';
import { type ConfigProps } from './props';

type Source = Pick<ConfigProps['options'], 'uid' | 'type'>;

/** The way from Save & test to a first picture: a metric that the test saw, the most severe alert's first. */
export function FirstCorridor({ options: { uid, type } }: ConfigProps) {
  const [named, setNamed] = useState<Named>();
  useEffect(() => {
    let gone = false;
    const tested = getAppEvents()
      .getStream(DataSourceTestSucceeded)
      .subscribe(() => {
        seenBy(uid).then(
          (seen) => gone || setNamed(seen.find(({ nodeId, metricId }) => nodeId && metricId)),
          // The test's own words have told what is wrong.
          () => gone || setNamed(undefined)
        );
      });
    return () => {
      gone = true;
      tested.unsubscribe();
    };
  }, [uid]);
  if (!named) {
    return null;
  }
  return (
    <Alert severity="info" topSpacing={2} title={t('config.next', 'Your first corridor')}>
      <p>
        {t('config.next-about', '{{series}} is part of an active alert or anomaly. See it in its corridors.', {
          series: metricTitle(named),
          interpolation: { escapeValue: false },
        })}
      </p>
      <LinkButton icon="compass" href={exploreAddress({ uid, type }, named)}>
        {t('config.next-link', 'Show {{series}} in Explore', {
          series: metricTitle(named),
          interpolation: { escapeValue: false },
        })}
      </LinkButton>
    </Alert>
  );
}

/** What the tested data source remembers: nothing is asked for. */
async function seenBy(uid: string): Promise<Named[]> {
  const source = (await getDataSourceSrv().get({ uid })) as unknown as ServiceSource;
  return (await source.context.catalogue()).remembered();
}

/** Explore with the metric's corridors over the last day. */
export function exploreAddress({ uid, type }: Source, named: Named): string {
  const { nodeId, metricId, nodeName, metricName, systemName } = named;
  const names = Object.entries({ nodeName, metricName, systemName }).filter(([, name]) => name);
  const query = {
    refId: 'A',
    datasource: { uid, type },
    queryType: 'metric',
    nodeId,
    metricId,
    ...Object.fromEntries(names),
    overlay: 'alerts',
  };
  const pane = { datasource: uid, queries: [query], range: { from: 'now-24h', to: 'now' } };
  return locationUtil.assureBaseUrl(
    urlUtil.renderUrl('/explore', { schemaVersion: 1, panes: JSON.stringify({ first: pane }) })
  );
}
