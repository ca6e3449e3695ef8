import fs from 'node:fs';
import path from 'node:path';
import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../query/query';
import { standAt } from '../../tests/support/clock';
import { wholePanel } from '../../tests/support/faultMatrix';
import { STORY } from '../../tests/support/trueAnswers';

interface Step {
  id: string;
  filter?: { options: string };
  options: {
    indexByName?: Record<string, number>;
    excludeByName?: Record<string, boolean>;
    include?: { names: string[] };
  };
}
interface Panel {
  title: string;
  type: string;
  targets?: Array<Partial<AnomalyQuery>>;
  transformations?: Step[];
  panels?: Panel[];
}

/** What the dashboard's variables stand for at the service of `trueAnswers`. */
const VALUES: Record<string, string> = { alert: 'a', node: '12', metric: 'cpu', first: '12:cpu', series: '12:cpu' };

const panels = ['overview', 'alert', 'metric', 'report'].flatMap((file) => {
  const { panels: all } = JSON.parse(fs.readFileSync(path.join(__dirname, `${file}.json`), 'utf8')) as {
    panels: Panel[];
  };
  return all
    .flatMap((panel) => [panel, ...(panel.panels ?? [])])
    .filter(({ transformations = [] }) => transformations.some(({ id }) => id === 'organize'))
    .map((panel) => ({ name: `${file}, ${panel.title}`, panel }));
});

standAt(STORY);

/** A misspelt column vanishes without a word, and one that nobody placed appears at the end. */
it.each(panels)('$name places every column that it gets, and none besides', async ({ panel }) => {
  for (const { refId = 'A', ...target } of panel.targets!) {
    const query = JSON.parse(JSON.stringify(target).replace(/\$(\w+)/g, (_, name: string) => VALUES[name]));
    const { answer } = await wholePanel().ask(query, STORY);
    const [frame] = answer!.data as DataFrame[];
    const steps = panel.transformations!.filter(({ filter }) => filter === undefined || filter.options === refId);
    const kept = steps.find(({ id }) => id === 'filterFieldsByName')?.options.include?.names;
    const made = steps.flatMap(({ id, options }) =>
      id === 'calculateField' ? [(options as { alias?: string }).alias] : []
    );
    const { indexByName = {}, excludeByName = {} } = steps.findLast(({ id }) => id === 'organize')!.options;
    const placed = [...Object.keys(indexByName), ...Object.keys(excludeByName)].filter((name) => !made.includes(name));
    const got = frame.fields.filter(({ name }) => kept === undefined || kept.includes(name)).map(({ name }) => name);
    expect(placed.sort()).toEqual(got.sort());
  }
});
