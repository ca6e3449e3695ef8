import { dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Alert } from '../service/alerts';

/** An alert in a list to choose from: `severe · CPU load · web-1 +2 · since 2026-01-31 14:02 UTC`. */
export function alertText({ impact, firstSeenAt }: Pick<Alert, 'impact' | 'firstSeenAt'>, title: string): string {
  return [impact, title, firstSeenAt === null ? null : since(firstSeenAt)].filter((part) => part).join(' · ');
}

function since(time: number): string {
  // One form for everybody: the text is stored in links and dashboards.
  return t('variables.since', 'since {{time}} UTC', {
    time: dateTimeFormat(time, { timeZone: 'utc', format: 'YYYY-MM-DD HH:mm' }),
    interpolation: { escapeValue: false },
  });
}
