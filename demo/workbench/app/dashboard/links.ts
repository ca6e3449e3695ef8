import { type DataLink, urlUtil } from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { type Dashboard } from './dashboard';
import { type DashboardEntry, type DashboardLink } from './model';

export interface ResolvedLink {
  title: string;
  href: string;
  tooltip?: string;
  targetBlank: boolean;
}

/** A dashboard's links with variables and time as asked for; a link by tags becomes one per dashboard. */
export function resolveLinks(links: DashboardLink[], dashboard: Dashboard, all: DashboardEntry[]): ResolvedLink[] {
  return links.flatMap((link) => {
    const targets =
      link.type === 'dashboards'
        ? all
            .filter(
              ({ uid, tags }) => uid !== dashboard.json.uid && (link.tags ?? []).every((tag) => tags.includes(tag))
            )
            .map(({ uid, title }) => ({ title, url: `/d/${uid}` }))
        : [{ title: link.title, url: link.url ?? '' }];
    return targets.map(({ title, url }) => ({
      title: getTemplateSrv().replace(title),
      href: withState(getTemplateSrv().replace(url), link, dashboard),
      tooltip: link.tooltip,
      targetBlank: link.targetBlank ?? false,
    }));
  });
}

/** Links in a panel's header. */
export function resolvePanelLinks(links: DataLink[], replace: (text: string) => string): ResolvedLink[] {
  return links.map(({ title, url, targetBlank = false }) => ({
    title: replace(title),
    href: replace(url),
    targetBlank,
  }));
}

function withState(url: string, { includeVars, keepTime }: DashboardLink, dashboard: Dashboard): string {
  const { from, to, ...variables } = dashboard.address();
  return urlUtil.appendQueryToUrl(
    url,
    urlUtil.toUrlParams({ ...(keepTime ? { from, to } : {}), ...(includeVars ? variables : {}) })
  );
}
