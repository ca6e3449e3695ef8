import * as ui from '@grafana/ui';

/** In a file of its own: whoever asks for this file evaluates the whole library. */
export { ui };
