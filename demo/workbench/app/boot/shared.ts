import * as emotionCss from '@emotion/css';
import * as emotionReact from '@emotion/react';
import * as grafanaData from '@grafana/data';
import * as grafanaRuntime from '@grafana/runtime';
import * as grafanaUi from '@grafana/ui';
import i18next from 'i18next';
import lodash from 'lodash';
// Shared because plugins may import it. The workbench itself doesn't use it.
// eslint-disable-next-line no-restricted-imports
import moment from 'moment';
import * as react from 'react';
import * as reactDom from 'react-dom';
import * as rxjs from 'rxjs';
import * as rxjsOperators from 'rxjs/operators';

/** The libraries that Grafana shares with its plugins, by module id. */
export const SHARED: Readonly<Record<string, unknown>> = {
  '@emotion/css': emotionCss,
  '@emotion/react': emotionReact,
  '@grafana/data': grafanaData,
  '@grafana/runtime': grafanaRuntime,
  '@grafana/ui': grafanaUi,
  i18next,
  lodash,
  moment,
  react,
  'react-dom': reactDom,
  rxjs,
  'rxjs/operators': rxjsOperators,
};
