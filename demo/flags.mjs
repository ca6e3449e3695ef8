import { spawnSync } from 'node:child_process';
import { DEVELOPED, folderOf } from '../.config/grafana/versions.mjs';

/**
 * Parts what `npm start --` was given: what is for the start itself, and what goes on to the demo service.
 *
 * @param {string[]} given
 * @returns {{ port: string, grafana: string, open: boolean, service: string[] }}
 * @throws Error where a value is missing, or there are no packages of that Grafana
 */
export function readFlags(given) {
  const own = { port: '3400', grafana: DEVELOPED, open: true, service: [] };
  for (let place = 0; place < given.length; place++) {
    const [flag, ...rest] = given[place].split('=');
    const value = () => {
      const text = rest.length > 0 ? rest.join('=') : given[++place];
      if (!text) {
        throw new Error(`${flag} wants a value.`);
      }
      return text;
    };
    if (flag === '--workbench-port') {
      own.port = value();
    } else if (flag === '--grafana') {
      own.grafana = value();
      folderOf(own.grafana);
    } else if (flag === '--no-open') {
      own.open = false;
    } else {
      own.service.push(given[place]);
    }
  }
  return own;
}

/**
 * Looks at all that was given before anything is built, which wants the packages to be installed. What there is not is
 * refused with the nearest that there is; a call for help is answered.
 *
 * @param {string} root
 * @param {string[]} given
 * @returns {number | undefined} the status to end with; undefined: go on
 */
export function checkFlags(root, given) {
  const script = ['--import', 'tsx', 'demo/start-flags.ts', ...given];
  const { status } = spawnSync(process.execPath, script, { cwd: root, stdio: 'inherit' });
  return status === 0 && !given.some((flag) => flag === '--help' || flag === '-h') ? undefined : (status ?? 1);
}
