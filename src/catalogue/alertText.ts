import { dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Alert } from '../service/alerts';
import { extent } from './titles';

/** An alert in a list to choose from: `severe · 3 metrics on 2 nodes · since 2026-01-31 14:02 UTC`. */
export function alertText({ id, impact, activeMetrics, activeNodes, firstSeenAt }: Alert): string {
  const parts = [impact, extent(activeMetrics, activeNodes), firstSeenAt === null ? null : since(firstSeenAt)];
  return parts.filter((part) => part).join(' · ') || id;
}

function since(time: number): string {
  // One form for everybody: the text is stored in links and dashboards.
  return t('variables.since', 'since {{time}} UTC', {
    time: dateTimeFormat(time, { timeZone: 'utc', format: 'YYYY-MM-DD HH:mm' }),
    interpolation: { escapeValue: false },
  });
}
