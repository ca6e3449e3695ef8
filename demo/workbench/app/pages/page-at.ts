/** The pages, by what they show; the build names their files after them. */
export type Kind = 'dashboard' | 'dashboards' | 'explore' | 'settings';

const LANDING = 'anomaly-monitoring-overview';

/** Which page a path below the base address shows, and of which dashboard or data source. */
export function pageAt(pathname: string): { kind: Kind; uid: string } {
  const [, folder, uid = ''] = /^\/(d|connections\/datasources\/edit)\/([^/]+)/.exec(pathname) ?? [];
  if (folder) {
    return { kind: folder === 'd' ? 'dashboard' : 'settings', uid: decoded(uid) };
  }
  const kind = (['dashboards', 'explore'] as const).find((name) => pathname === `/${name}`);
  return kind ? { kind, uid: '' } : { kind: 'dashboard', uid: LANDING };
}

/** The text as it is if it is no escape. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
