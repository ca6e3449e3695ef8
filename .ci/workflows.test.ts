import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const folder = path.resolve(__dirname, '..', '.github', 'workflows');

interface Step {
  uses?: string;
  with?: Record<string, unknown>;
}

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, { steps: Step[]; 'timeout-minutes'?: number }>;
}

const workflows = fs.readdirSync(folder).map((name) => {
  const text = fs.readFileSync(path.join(folder, name), 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});

describe.each(workflows)('$name', ({ text, workflow }) => {
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it('may read the repository and no more, unless a job says what it needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });

  it('names every action by its commit and version', () => {
    const used = text.match(/uses: .*/g) ?? [];
    expect(used.filter((line) => !/^uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    expect(used).toHaveLength(steps.filter(({ uses }) => uses).length);
  });

  it('leaves no credentials behind, and ends', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false));
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined)).toEqual([]);
  });
});
