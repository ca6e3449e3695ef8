/** The pages, by what they show; the build names their files after them. */
export type Kind = 'dashboard' | 'dashboards' | 'explore' | 'settings';

/** Which page an address shows, and of which dashboard or data source. */
export function pageAt(pathname: string): { kind: Kind; uid: string } {
  const [, folder, uid = ''] = /^\/(d|connections\/datasources\/edit)\/([^/]+)/.exec(pathname) ?? [];
  if (folder) {
    return { kind: folder === 'd' ? 'dashboard' : 'settings', uid: decoded(uid) };
  }
  return pathname === '/dashboards'
    ? { kind: 'dashboards', uid: '' }
    : pathname === '/explore'
      ? { kind: 'explore', uid: '' }
      : { kind: 'dashboard', uid: 'corridors' };
}

/** What is no escape stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
