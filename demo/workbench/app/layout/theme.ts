import { createTheme, type GrafanaTheme2 } from '@grafana/data';
import { config, locationService } from '@grafana/runtime';
import { createContext } from 'react';

export type ThemeName = 'dark' | 'light';

/** Switches the page to a theme. */
export const ThemeSwitch = createContext<(name: ThemeName) => void>(() => {});

/** The theme that the page started with; see the page's own script. */
export function startTheme(): GrafanaTheme2 {
  return config.theme2;
}

/** Makes a theme the page's: for the libraries, the address and the next visit. */
export function takeTheme(name: ThemeName): GrafanaTheme2 {
  const theme = createTheme({ colors: { mode: name } });
  config.theme2 = theme;
  document.documentElement.style.colorScheme = name;
  document.documentElement.style.background = theme.colors.background.canvas;
  localStorage.setItem('workbench.theme', name);
  if (locationService.getSearchObject().theme !== undefined) {
    locationService.partial({ theme: name }, true);
  }
  return theme;
}
