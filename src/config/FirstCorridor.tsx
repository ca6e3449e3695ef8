import { DataSourceTestSucceeded, locationUtil, rangeUtil } from '@grafana/data';
import { t } from '@grafana/i18n';
import { getAppEvents, getDataSourceSrv } from '@grafana/runtime';
import { LinkButton } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { namesSeen } from '../answer/nameBook';
import { type Named } from '../service/alerts';
import { metricTitle } from '../alertbook/titles';
import { type ServiceSource } from '../fields/field';
import { exploreUrl } from '../tables/links';
import { type ConfigProps } from './setting';
import { RAW } from '../loading/texts';

type Source = Pick<ConfigProps['options'], 'uid' | 'type' | 'name'>;

/** The way from Save & test to a first picture: a metric that the test saw, the most severe alert's first. */
export function FirstCorridor({ options: { uid, type, name } }: ConfigProps) {
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
    <LinkButton icon="compass" variant="secondary" href={exploreAddress({ uid, type, name }, named)}>
      {t('config.next-link', 'Show {{series}} in Explore', { series: metricTitle(named), ...RAW })}
    </LinkButton>
  );
}

/** What the tested data source remembers: nothing is requested. */
async function seenBy(uid: string): Promise<Named[]> {
  const source = (await getDataSourceSrv().get({ uid })) as unknown as ServiceSource;
  return namesSeen(source.context.operations).all();
}

/** Explore with the metric's corridors over the last day. */
function exploreAddress({ uid, type, name }: Source, named: Named): string {
  const { nodeId, metricId, nodeName, metricName, systemName } = named;
  const names = Object.entries({ nodeName, metricName, systemName }).filter(([, one]) => one);
  const range = rangeUtil.convertRawToRange({ from: 'now-24h', to: 'now' });
  const place = { dataSource: { uid, type, name }, range, now: Date.now() };
  const query = { queryType: 'metric', nodeId, metricId, ...Object.fromEntries(names), overlay: 'alerts' };
  return locationUtil.assureBaseUrl(exploreUrl(place, query));
}
