import fs from 'node:fs';
import path from 'node:path';
import { DEFAULTS } from './options';

export interface HostPackages {
  /** The folder of the pictures that `@grafana/ui` draws. */
  images: string;
  /** The packages' whole version, such as 12.4.10. */
  version: string;
}

/**
 * The packages of the Grafana that the page is built with: the project's own, or those of a folder apart.
 *
 * @param root the project's folder
 * @param grafana such as `13.2`
 * @throws Error where they are not installed
 */
export function hostPackages(root: string, grafana: string): HostPackages {
  const own = grafana === DEFAULTS.grafana;
  const modules = path.join(own ? root : path.join(root, '.config/grafana', grafana), 'node_modules');
  const { version } = JSON.parse(fs.readFileSync(path.join(modules, '@grafana/ui/package.json'), 'utf8'));
  return { images: path.join(modules, '@grafana/ui/dist/public/img'), version };
}
