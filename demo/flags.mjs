/** The options of `npm start --`. They are read before anything is installed, so nothing here needs a package. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DEVELOPED, folderOf, VERSIONS } from '../.config/grafana/versions.mjs';

const OWN = {
  'workbench-port': { value: 'port', help: 'port of the workbench; the next free one if it is in use' },
  grafana: { value: 'version', help: `Grafana whose packages the workbench is built with: ${VERSIONS.join(', ')}` },
  'no-open': { help: 'do not open the browser' },
  help: { help: 'show this list' },
};
const SERVICE = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'service', 'flags.json'), 'utf8'));
const FLAGS = new Map(Object.entries({ ...OWN, ...SERVICE }));

/**
 * @param {string[]} given
 * @returns {{ help: boolean, port: string, grafana: string, open: boolean, measured: boolean, service: string[] }}
 * `service` is passed to the demo service; `measured`: it serves a folder of measured series
 * @throws Error if an option doesn't exist, a value is missing, or there are no packages of that Grafana version
 */
export function readFlags(given) {
  const options = Object.fromEntries(
    [...FLAGS].map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean', multiple: true }])
  );
  options.help.short = 'h';
  const { tokens } = parseArgs({ args: given, options, strict: false, tokens: true });
  const values = new Map();
  const service = [];
  for (const { kind, name, rawName, value } of tokens) {
    if (kind !== 'option' || !FLAGS.has(name)) {
      throw new Error(unknown(name, rawName));
    }
    if (Boolean(FLAGS.get(name).value) !== Boolean(value)) {
      throw new Error(value === undefined ? `${rawName} needs a value.` : `${rawName} takes no value.`);
    }
    values.set(name, value ?? true);
    if (Object.hasOwn(SERVICE, name)) {
      service.push(value === undefined ? `--${name}` : `--${name}=${value}`);
    }
  }
  const grafana = values.get('grafana') ?? DEVELOPED;
  folderOf(grafana);
  return {
    help: values.has('help'),
    port: values.get('workbench-port') ?? '3400',
    grafana,
    open: !values.has('no-open'),
    measured: values.has('data'),
    service,
  };
}

/** The output of `--help`. */
export function helpText() {
  const lines = [...FLAGS].map(([name, { value, help }]) => [`--${name}${value ? ` <${value}>` : ''}`, help]);
  const width = Math.max(...lines.map(([flag]) => flag.length));
  return [
    'npm start -- [options]: the plugin in a workbench, with a demo service',
    '',
    ...lines.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
    '',
    'demo/service/README.md lists the faults and quirks.',
  ].join('\n');
}

function unknown(name, rawName) {
  if (!name) {
    return 'npm start takes options alone; npm start -- --help lists them.';
  }
  const [nearest] = [...FLAGS.keys()].sort((a, b) => edits(name, a) - edits(name, b));
  const meant = edits(name, nearest) <= 3 ? `Did you mean --${nearest}?` : 'npm start -- --help lists the options.';
  return `There is no option ${rawName}. ${meant}`;
}

/** The number of letters to add, remove, or replace to turn one word into another. */
function edits(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    row = row.reduce(
      (next, _, j) => [
        ...next,
        j === 0 ? i + 1 : Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (letter === to[j - 1] ? 0 : 1)),
      ],
      []
    );
  }
  return row[to.length];
}
