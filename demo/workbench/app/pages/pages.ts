import { type ComponentType, lazy } from 'react';

/** Each page is loaded when it is first shown. */
const load = {
  dashboard: () => import('./DashboardPage').then((page) => ({ default: page.DashboardPage })),
  dashboards: () => import('./DashboardsPage').then((page) => ({ default: page.DashboardsPage })),
  explore: () => import('./ExplorePage').then((page) => ({ default: page.ExplorePage })),
  settings: () => import('./SettingsPage').then((page) => ({ default: page.SettingsPage })),
};

export type Kind = keyof typeof load;

export const DashboardPage = lazy(load.dashboard);
export const DashboardsPage = lazy(load.dashboards);
export const ExplorePage = lazy(load.explore);
export const SettingsPage = lazy(load.settings);

/** Which page an address shows, and of which dashboard or data source. */
export function pageAt(pathname: string): { kind: Kind; uid: string } {
  const [, folder, uid = ''] = /^\/(d|connections\/datasources\/edit)\/([^/]+)/.exec(pathname) ?? [];
  if (folder) {
    return { kind: folder === 'd' ? 'dashboard' : 'settings', uid: decodeURIComponent(uid) };
  }
  return pathname === '/dashboards'
    ? { kind: 'dashboards', uid: '' }
    : pathname === '/explore'
      ? { kind: 'explore', uid: '' }
      : { kind: 'dashboard', uid: 'corridors' };
}

/** Loads the page of an address ahead of its first drawing. */
export function loadPage(pathname: string): Promise<{ default: ComponentType<never> }> {
  return load[pageAt(pathname).kind]() as Promise<{ default: ComponentType<never> }>;
}
