import { spawnSync } from 'node:child_process';
import { goTool } from '../tools/go';

/** The catalogue's own validator, a program in Go. */
const MODULE = 'github.com/grafana/plugin-validator/pkg/cmd/plugincheck2@v0.45.6';
/** Reported about every plugin that isn't signed yet. */
const SIGNATURE = /^(unsigned|signature)/;

interface Diagnostic {
  Severity: string;
  Title: string;
  Detail?: string;
  Name: string;
}

/** Its findings, or why it did not run. */
export type Verdict = { skipped: string } | { errors: string[]; others: string[] };

/**
 * Runs the official validator on an archive.
 *
 * @param root the project's folder
 * @param archive
 */
export function validate(root: string, archive: string): Verdict {
  const found = goTool(MODULE);
  if ('skipped' in found) {
    return found;
  }
  const source = `file://${root}`;
  const { stdout, stderr, status, error } = spawnSync(found.file, ['-jsonOutput', '-sourceCodeUri', source, archive], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 600_000,
  });
  return error ? { skipped: error.message } : readVerdict(stdout, status === 0 ? '' : stderr);
}

/**
 * Its JSON as sentences, without the missing signature.
 *
 * @param output what it printed
 * @param complaint its message on failure; if there is no error, it stopped before it had checked everything
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
