import * as emotionCss from '@emotion/css';
import * as grafanaData from '@grafana/data';
import * as grafanaRuntime from '@grafana/runtime';
import * as grafanaUi from '@grafana/ui';
import i18next from 'i18next';
import lodash from 'lodash';
import * as react from 'react';
import * as rxjs from 'rxjs';

/** Those libraries that Grafana shares with its plugins which this plugin uses, by module ID. */
export const SHARED: Readonly<Record<string, unknown>> = {
  '@emotion/css': emotionCss,
  '@grafana/data': grafanaData,
  '@grafana/runtime': grafanaRuntime,
  '@grafana/ui': grafanaUi,
  i18next,
  lodash,
  react,
  rxjs,
};
