import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The catalogue's own validator, a program in Go. */
const MODULE = 'github.com/grafana/plugin-validator/pkg/cmd/plugincheck2';
const VERSION = 'v0.45.6';
/** Said of every plugin that is not signed yet. */
const SIGNATURE = /^(unsigned|signature)/;

interface Diagnostic {
  Severity: string;
  Title: string;
  Detail?: string;
  Name: string;
}

/** What it found, or why it did not run. */
export type Verdict = { skipped: string } | { errors: string[]; others: string[] };

/**
 * Runs the official validator on an archive: the one on the path, else one that Go builds.
 *
 * @param root the project's folder
 * @param archive
 */
export function validate(root: string, archive: string): Verdict {
  const program = find(root);
  if (typeof program !== 'string') {
    return program;
  }
  const source = `file://${root}`;
  const { stdout, stderr, status, error } = spawnSync(program, ['-jsonOutput', '-sourceCodeUri', source, archive], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 600_000,
  });
  return error ? { skipped: error.message } : readVerdict(stdout, status === 0 ? '' : stderr);
}

/**
 * Its JSON in sentences, without the missing signature.
 *
 * @param output what it printed
 * @param complaint what it said as it failed: without an error found, it stopped before it had looked at everything
 */
export function readVerdict(output: string, complaint = ''): Verdict {
  const begin = output.indexOf('{');
  if (begin < 0) {
    return { skipped: `it ended without an answer: ${output.trim().split('\n').at(-1)}` };
  }
  const { 'plugin-validator': passes } = JSON.parse(output.slice(begin)) as {
    'plugin-validator': Record<string, Diagnostic[]>;
  };
  const found = Object.values(passes)
    .flat()
    .filter(({ Name, Severity }) => !SIGNATURE.test(Name) && Severity !== 'ok');
  const say = ({ Title, Detail }: Diagnostic) => (Detail ? `${Title}: ${Detail}` : Title);
  if (complaint && !found.some(({ Severity }) => Severity === 'error')) {
    return { skipped: `it stopped half-way: ${complaint.trim().split('\n').at(-1)}` };
  }
  return {
    errors: found.filter(({ Severity }) => Severity === 'error').map(say),
    others: found.filter(({ Severity }) => Severity !== 'error').map((each) => `${each.Severity}: ${say(each)}`),
  };
}

function find(root: string): string | { skipped: string } {
  const folder = path.join(root, 'node_modules', '.cache', 'go');
  const name = process.platform === 'win32' ? 'plugincheck2.exe' : 'plugincheck2';
  const known = [...(process.env.PATH ?? '').split(path.delimiter), folder].map((place) => path.join(place, name));
  const there = known.find((file) => fs.existsSync(file));
  if (there) {
    return there;
  }
  const env = { ...process.env, GOBIN: folder };
  const { error, status, stderr } = spawnSync('go', ['install', `${MODULE}@${VERSION}`], { env, encoding: 'utf8' });
  if (error) {
    return { skipped: 'there is no Go here to build it with' };
  }
  return status === 0
    ? path.join(folder, name)
    : { skipped: `it could not be had: ${stderr.trim().split('\n').at(-1)}` };
}
