import * as emotionCss from '@emotion/css';
import * as emotionReact from '@emotion/react';
import * as grafanaData from '@grafana/data';
import * as grafanaRuntime from '@grafana/runtime';
import i18next from 'i18next';
import lodash from 'lodash';
// Shared because plugins may ask for it; the workbench itself does without.
// eslint-disable-next-line no-restricted-imports
import moment from 'moment';
import * as react from 'react';
import * as reactDom from 'react-dom';
import * as rxjs from 'rxjs';
import * as rxjsOperators from 'rxjs/operators';
import { type SharedModules } from './amd';

/** The libraries that a host of Grafana plugins shares with them, by module id. */
export const SHARED: SharedModules = {
  '@emotion/css': () => emotionCss,
  '@emotion/react': () => emotionReact,
  '@grafana/data': () => grafanaData,
  '@grafana/runtime': () => grafanaRuntime,
  '@grafana/ui': () => whenAsked(() => (require('./ui') as typeof import('./ui')).ui),
  i18next: () => i18next,
  lodash: () => withDefault(lodash),
  moment: () => withDefault(moment),
  react: () => react,
  'react-dom': () => reactDom,
  rxjs: () => rxjs,
  'rxjs/operators': () => rxjsOperators,
};

/** A CommonJS library as a bundle of ES modules expects it: both whole and as `default`. */
function withDefault<T extends object>(library: T): T & { default: T } {
  return new Proxy(library, {
    get: (target, key) => (key === 'default' ? target : Reflect.get(target, key)),
  }) as T & { default: T };
}

/** A library that does nothing until something of it is asked for: pictures need none of it, editors all. */
function whenAsked<T extends object>(load: () => T): T {
  let library: T | undefined;
  const loaded = () => (library ??= load());
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(loaded(), key),
    has: (_, key) => Reflect.has(loaded(), key),
  });
}
