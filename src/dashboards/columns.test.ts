import fs from 'node:fs';
import path from 'node:path';
import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../ground/query';
import { startTestsAt } from '../../tests/support/clock';
import { wholePanel } from '../../tests/support/faultMatrix';
import { type AlertPlan, ALERTS, answerOf, STORY } from '../../tests/support/trueAnswers';

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

/** `$name`, `${name}`, or `${name:text}`. */
const VARIABLE = /\$\{?(\w+)(?::text)?\}?/g;
/** Values of the dashboard's variables that exist in the service of `trueAnswers`. */
const VALUES: Record<string, string> = {
  alert: 'a',
  node: '12',
  metric: 'cpu',
  first: '12:cpu',
  others: '12:cpu',
  ignore: '',
};

const panels = ['overview', 'alert', 'metric', 'report'].flatMap((file) => {
  const { panels: all } = JSON.parse(fs.readFileSync(path.join(__dirname, `${file}.json`), 'utf8')) as {
    panels: Panel[];
  };
  return all
    .flatMap((panel) => [panel, ...(panel.panels ?? [])])
    .filter(({ transformations = [] }) => transformations.some(({ id }) => id === 'organize'))
    .map((panel) => ({ name: `${file}, ${panel.title}`, panel }));
});

/** Services with something, little, or nothing to show. */
const WORLDS: Record<string, AlertPlan[]> = {
  'with alerts': ALERTS,
  'with one alert': [{ id: 'a', impact: 'low', from: -2, metrics: [1] }],
  'with an alert without metrics': [{ id: 'a', impact: 'low', from: -2, metrics: [] }],
  'without alerts': [],
};

async function askIn(plans: AlertPlan[], query: Partial<AnomalyQuery>) {
  const { ask, service } = wholePanel();
  service.body = (call) => answerOf(call, plans);
  return (await ask(query, STORY)).answer;
}

startTestsAt(STORY);

/** A misspelled column is omitted silently, and a column without a place is at the end. */
describe.each(Object.entries(WORLDS))('%s', (_world, plans) => {
  it.each(panels)('$name places all its columns, and no others', async ({ panel }) => {
    for (const { refId = 'A', ...target } of panel.targets!) {
      const query = JSON.parse(JSON.stringify(target).replace(VARIABLE, (text, name: string) => VALUES[name] ?? text));
      const answer = await askIn(plans, query);
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
      // The addresses of links are hidden columns, wherever they are.
      const names = frame.fields.map(({ name }) => name).filter((name) => !/Link\d*$/.test(name));
      const got = names.filter((name) => kept === undefined || kept.includes(name));
      expect(placed.sort()).toEqual(got.sort());
    }
  });
});
