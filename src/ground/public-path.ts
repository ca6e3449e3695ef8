import { uri } from 'amd-module';

declare let __webpack_public_path__: string;

// The lazy files are next to module.js, wherever Grafana serves it from (including a CDN or a sub-path).
if (uri) {
  __webpack_public_path__ = uri.slice(0, uri.lastIndexOf('/') + 1);
}

/** The address of the plugin's files, with a slash at the end. */
export function publicPath(): string {
  return __webpack_public_path__;
}
