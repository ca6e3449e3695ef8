import fs from 'node:fs';
import path from 'node:path';
import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../query/query';
import { startTestsAt } from '../../tests/support/clock';
import { wholePanel } from '../../tests/support/faultMatrix';
import { oddPanel } from '../../tests/support/oddPanel';
import { STORY } from '../../tests/support/trueAnswers';
import { DAY, HOUR } from '../settings';

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

/** Values of the dashboard's variables that exist in the service of `trueAnswers`. */
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

/** Requests to a healthy service, and to one with little or nothing to show. */
const WORLDS = {
  'with alerts': (query: Partial<AnomalyQuery>) =>
    wholePanel()
      .ask(query, STORY)
      .then(({ answer }) => answer),
  'with one alert': (query: Partial<AnomalyQuery>) => askOdd(query, [{ metrics: [1] }]),
  'with an alert without metrics': (query: Partial<AnomalyQuery>) => askOdd(query, [{ metrics: [] }]),
  'without alerts': (query: Partial<AnomalyQuery>) => askOdd(query, []),
};

function askOdd(query: Partial<AnomalyQuery>, alerts: Array<{ metrics: number[] }>) {
  const { ask, odd } = oddPanel(STORY);
  odd.alerts = alerts.map(({ metrics }) => ({ id: 'a', impact: 'low', from: STORY - 2 * HOUR, to: null, metrics }));
  return ask(query, DAY);
}

startTestsAt(STORY);

/** A misspelled column is omitted silently, and a column without a place is at the end. */
describe.each(Object.entries(WORLDS))('%s', (_world, ask) => {
  it.each(panels)('$name places all its columns, and no others', async ({ panel }) => {
    for (const { refId = 'A', ...target } of panel.targets!) {
      const query = JSON.parse(JSON.stringify(target).replace(/\$(\w+)/g, (_, name: string) => VALUES[name]));
      const answer = await ask(query);
      const [frame] = (answer?.data ?? []) as Array<DataFrame | undefined>;
      if (!frame) {
        // Queries about an alert that doesn't exist fail and show nothing.
        expect([JSON.stringify(query).includes('"a"'), answer?.errors?.length]).toEqual([true, 1]);
        continue;
      }
      const steps = panel.transformations!.filter(({ filter }) => filter === undefined || filter.options === refId);
      const kept = steps.find(({ id }) => id === 'filterFieldsByName')?.options.include?.names;
      const made = steps.flatMap(({ id, options }) =>
        id === 'calculateField' ? [(options as { alias?: string }).alias] : []
      );
      const { indexByName = {}, excludeByName = {} } = steps.findLast(({ id }) => id === 'organize')!.options;
      const placed = [...Object.keys(indexByName), ...Object.keys(excludeByName)].filter(
        (name) => !made.includes(name)
      );
      const got = frame.fields.filter(({ name }) => kept === undefined || kept.includes(name)).map(({ name }) => name);
      expect(placed.sort()).toEqual(got.sort());
    }
  });
});
