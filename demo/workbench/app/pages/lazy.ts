import { lazy } from 'react';

// Each page is loaded when it is first shown.

export const DashboardPage = lazy(() => import('./DashboardPage').then((page) => ({ default: page.DashboardPage })));
export const DashboardsPage = lazy(() => import('./DashboardsPage').then((page) => ({ default: page.DashboardsPage })));
export const ExplorePage = lazy(() => import('./ExplorePage').then((page) => ({ default: page.ExplorePage })));
export const SettingsPage = lazy(() => import('./SettingsPage').then((page) => ({ default: page.SettingsPage })));
