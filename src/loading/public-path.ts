import { uri } from 'amd-module';

declare let __webpack_public_path__: string;

// The files loaded later lie next to module.js, wherever the host serves it from (a CDN or a sub path included).
if (uri) {
  __webpack_public_path__ = uri.slice(0, uri.lastIndexOf('/') + 1);
}

/** Where the plugin's files lie, with a slash at the end. */
export function publicPath(): string {
  return __webpack_public_path__;
}
