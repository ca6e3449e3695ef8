import fs from 'node:fs';
import path from 'node:path';
import { colorManipulator, createTheme } from '@grafana/data';
import pluginJson from '../plugin.json';
import { descriptorOf, isComplete, isQueryType } from '../families/families';
import { defaultsOf } from '../../tests/support/variants';
import { type AnomalyQuery } from '../ground/query';

/** The parts of a dashboard's JSON that the tests read. */
interface Dashboard {
  uid: string;
  title: string;
  description?: string;
  panels: Panel[];
  annotations: {
    list: Array<{ builtIn?: number; name: string; iconColor: string; datasource: unknown; target?: AnomalyQuery }>;
  };
  templating: { list: Variable[] };
  links: Array<{ url?: string; keepTime?: boolean }>;
}
interface Variable {
  name: string;
  type: string;
  datasource?: unknown;
  query?: AnomalyQuery | string;
  refresh?: number;
  hide?: number;
  includeAll?: boolean;
}
interface Step {
  color: string;
  value: number | null;
}
interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  datasource?: unknown;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: AnomalyQuery[];
  repeat?: string;
  panels?: Panel[];
  fieldConfig?: {
    defaults: {
      noValue?: string;
      unit?: string;
      color?: { mode: string; fixedColor?: string };
      thresholds?: { steps: Step[] };
    };
    overrides: Array<{ matcher: { options: unknown }; properties: Array<{ id: string; value: unknown }> }>;
  };
  options?: { sortBy?: unknown };
  transformations?: Array<{
    id: string;
    options: {
      indexByName?: Record<string, number>;
      renameByName?: Record<string, string>;
      excludeByName?: Record<string, boolean>;
    };
  }>;
}

/** In the order in which Grafana suggests them. Alert is last, because it needs an alert. */
const FILES = ['overview', 'metric', 'report', 'alert'];
const read = (file: string) => {
  const dashboard = JSON.parse(fs.readFileSync(path.join(__dirname, `${file}.json`), 'utf8')) as Dashboard;
  // A collapsed row has its panels inside.
  return { ...dashboard, panels: dashboard.panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]) };
};
const ALL = new Map(FILES.map((file) => [file, read(file)]));

const DATA_SOURCE = { type: pluginJson.id, uid: '${datasource}' };
/** Grafana's own annotation, which has no query of this data source. */
const CHANGES = 'Changes';
/** Fields that every query may have. */
const COMMON = ['refId', 'datasource', 'queryType', 'hide', 'emptyRow'];

/** The addresses of all links of a dashboard. */
function linksIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) {
    return [];
  }
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'url' && typeof value === 'string' ? [value] : linksIn(value)
  );
}

/** Every query of a dashboard: of its panels, annotations, and variables. */
function queriesOf({ panels, annotations, templating }: Dashboard): AnomalyQuery[] {
  return [
    ...panels.flatMap(({ targets }) => targets ?? []),
    ...annotations.list.flatMap(({ name, target }) => (name === CHANGES ? [] : (target ?? []))),
    ...templating.list.flatMap(({ type, query }) => (type === 'query' && typeof query === 'object' ? query : [])),
  ];
}

test('match those on the plugin’s Dashboards tab', () => {
  const listed = pluginJson.includes.map((one) => [one.type, one.path, one.name]);
  expect(listed).toEqual(FILES.map((file) => ['dashboard', `dashboards/${file}.json`, ALL.get(file)!.title]));
});

describe.each(FILES)('%s', (file) => {
  const dashboard = ALL.get(file)!;

  test('only has complete queries with known types and fields', () => {
    const queries = queriesOf(dashboard);
    expect(queries.length).toBeGreaterThan(4);
    for (const query of queries) {
      expect(isQueryType(query.queryType)).toBe(true);
      expect(isComplete(query)).toBe(true);
      const known = [...COMMON, ...Object.keys(descriptorOf(query).model.fields)];
      expect(Object.keys(query).filter((field) => !known.includes(field))).toEqual([]);
    }
  });

  test('has fields of the same kinds as their defaults', () => {
    for (const query of queriesOf(dashboard)) {
      const defaults: Record<string, unknown> = defaultsOf(descriptorOf(query).model);
      const entries = Object.entries(query).filter(([name]) => name in defaults);
      // A number can be a variable.
      for (const [field, value] of entries.filter(([, text]) => !/^\$\w+$/.test(String(text)))) {
        expect([field, typeof value, Array.isArray(value)]).toEqual([
          field,
          typeof defaults[field],
          Array.isArray(defaults[field]),
        ]);
      }
    }
  });

  test('uses the selected data source, and none by name', () => {
    for (const { type, datasource } of dashboard.panels) {
      expect(type === 'row' ? undefined : datasource).toEqual(type === 'row' ? undefined : DATA_SOURCE);
    }
    for (const { builtIn, name, datasource } of dashboard.annotations.list) {
      expect(datasource).toEqual(builtIn || name === CHANGES ? { type: 'grafana', uid: '-- Grafana --' } : DATA_SOURCE);
    }
    const [first, ...variables] = dashboard.templating.list;
    expect(first).toMatchObject({ name: 'datasource', type: 'datasource', query: pluginJson.id });
    for (const { type, datasource } of variables) {
      expect(datasource).toEqual(['custom', 'textbox'].includes(type) ? undefined : DATA_SOURCE);
    }
    expect(JSON.stringify(dashboard)).not.toContain('"anomaly-monitoring"}');
  });

  test('only uses its own variables', () => {
    const own = dashboard.templating.list.map(({ name }) => name);
    for (const query of queriesOf(dashboard)) {
      for (const [, name] of JSON.stringify({ ...query, datasource: undefined }).matchAll(/\$\{?(\w+)/g)) {
        expect([...own, '__to']).toContain(name);
      }
    }
    dashboard.panels.forEach(({ repeat }) => expect(own).toEqual(expect.arrayContaining(repeat ? [repeat] : [])));
  });

  test('only links to the other dashboards, because Viewers have no Explore, with existing variables', () => {
    const urls = linksIn(dashboard);
    expect(urls.length).toBeGreaterThan(1);
    for (const url of urls) {
      const target = [...ALL.values()].find(({ uid }) => url.startsWith(`/d/${uid}/`));
      expect([url, target?.uid]).toEqual([url, expect.any(String)]);
      const names = target!.templating.list.map(({ name }) => name);
      for (const [, name] of url.matchAll(/var-(\w+)=|\{(\w+):queryparam\}/g)) {
        expect(names).toEqual(expect.arrayContaining(name ? [name] : []));
      }
    }
  });

  test('has panels that can be distinguished and do not cover each other', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`)
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    expect(dashboard.panels.every(({ title }) => title !== '')).toBe(true);
  });
});

test('no panel formats times in a transformation, which has the time zone of the user, not of the dashboard', () => {
  const steps = [...ALL.values()].flatMap(({ panels }) =>
    panels.flatMap(({ transformations = [] }) => transformations)
  );
  expect(steps.length).toBeGreaterThan(10);
  expect(steps.filter(({ id }) => ['formatTime', 'convertFieldType'].includes(id))).toEqual([]);
});

const MOST_PANELS: Record<string, number> = { overview: 5, alert: 8, metric: 6, report: 6 };

test('Overview shows next to the counts whether the service responds', () => {
  const { targets = [], gridPos } = ALL.get('overview')!.panels.find(({ title }) => title === 'Active')!;
  expect(targets.map(({ queryType }) => queryType)).toEqual(['alerts', 'availability']);
  expect(gridPos.y).toBeLessThan(9);
  // A past range is counted at its end.
  expect(targets[0]).toMatchObject({ format: 'counts', at: '${__to}' });
});

test.each([
  ['overview', 'report'],
  ['report', 'overview'],
])('filters stay from %s to %s', (from, to) => {
  const { links } = ALL.get(from)!;
  const { url } = links.find((link) => link.url?.startsWith(`/d/${ALL.get(to)!.uid}/`))!;
  expect(url).toContain('${filters:queryparam}');
});

test('a report leads back to the Overview of now, because its range is longer', () => {
  const { links } = ALL.get('report')!;
  expect(links.map(({ keepTime }) => keepTime)).toEqual(links.map(() => false));
});

test('the summary of a metric has words if nothing could be read', () => {
  const { fieldConfig } = ALL.get('metric')!.panels.find(({ title }) => title === 'Summary')!;
  const { properties } = fieldConfig!.overrides.findLast(({ matcher }) => matcher.options === 'state')!;
  expect(properties).toEqual([{ id: 'noValue', value: 'no response, or unknown' }]);
});

test('only the data source names the state of the service, because it knows since when', () => {
  const { fieldConfig } = ALL.get('overview')!.panels.find(({ title }) => title === 'Active')!;
  const own = fieldConfig!.overrides.find(({ matcher }) => matcher.options === 'service');
  expect(own?.properties.filter(({ id }) => id === 'mappings') ?? []).toEqual([]);
});

/** The panels that show data. */
const drawn = ({ panels }: Dashboard) => panels.filter(({ type }) => type !== 'row');

describe.each(FILES)('%s, while nothing is known', (file) => {
  const dashboard = ALL.get(file)!;

  test('has no panel that looks good without data', () => {
    for (const { title, type, fieldConfig } of drawn(dashboard)) {
      const { noValue, color, thresholds } = fieldConfig!.defaults;
      // Grafana shows this text both for a failure and for an empty list, in the color of the lowest threshold.
      expect([title, noValue]).toEqual([title, expect.stringMatching(/no response|unknown|warning icon/i)]);
      expect([title, (noValue ?? '').split(' ').length <= 12]).toEqual([title, true]);
      expect([title, color?.fixedColor ?? '']).toEqual([title, expect.not.stringMatching(/green/)]);
      const lowest = thresholds?.steps[0].color;
      expect([title, lowest]).toEqual([title, type === 'stat' ? 'text' : undefined]);
    }
  });

  test('has few panels', () => {
    expect(drawn(dashboard).length).toBeLessThanOrEqual(MOST_PANELS[file]);
  });
});

test.each(FILES)(
  '%s gives no unit to columns that a panel only computes with: the inspector and exports show them',
  (file) => {
    for (const { title, transformations = [], fieldConfig } of drawn(ALL.get(file)!)) {
      if (transformations.some(({ id }) => id === 'calculateField')) {
        expect([title, fieldConfig!.defaults.unit]).toEqual([title, undefined]);
      }
    }
  }
);

test.each(FILES)('%s keeps the selection: no list is read again when the range moves', (file) => {
  const ofRange = ALL.get(file)!.templating.list.filter(({ refresh }) => refresh === 2);
  // A hidden variable with all its values has no selection.
  expect(ofRange.filter(({ hide, includeAll }) => hide !== 2 || !includeAll)).toEqual([]);
});

test.each(FILES)(
  '%s has tables in the order of their queries: Grafana would sort a row with only a sentence last',
  (file) => {
    expect(drawn(ALL.get(file)!).filter(({ options }) => options?.sortBy)).toEqual([]);
  }
);

test.each(FILES)('%s has tables that start with readable columns', (file) => {
  const tables = drawn(ALL.get(file)!).filter(({ type }) => type === 'table');
  expect(tables.length).toBeGreaterThan(0);
  for (const { title, transformations = [], fieldConfig } of tables) {
    const order = transformations.findLast(({ id }) => id === 'organize')?.options.indexByName ?? {};
    const identifiers = Object.keys(order).filter((name) => /^(id|.*Id)$/.test(name));
    const hidden = fieldConfig!.overrides
      .filter(({ properties }) => properties.some(({ id, value }) => id === 'custom.hideFrom.viz' && value === true))
      .map(({ matcher }) => matcher.options);
    // If a metric or node has no name, its ID identifies it. The data source hides IDs if all have names.
    const named =
      ['metricName', 'metric'].some((name) => name in order) && ['nodeName', 'node'].some((name) => name in order);
    const shown = identifiers.filter((name) => !hidden.includes(name));
    expect([title, shown.filter((name) => !(named && /^(nodeId|metricId)$/.test(name)))]).toEqual([title, []]);
  }
});

test.each([
  ['overview', 'What is wrong', { state: 'active' }],
  ['overview', 'Ended', { state: 'ended' }],
  ['metric', 'Alerts of this metric', { lookBack: '90d' }],
])('%s, %s: shows what its description says', (file, title, fields) => {
  expect(ALL.get(file)!.panels.find((panel) => panel.title === title)!.targets).toMatchObject([fields]);
});

test.each([
  ['alert', 'Timeline'],
  ['metric', 'Known metrics of this node'],
])('%s, %s: the data source decides whether to show IDs for missing names', (file, title) => {
  const { fieldConfig, transformations = [] } = ALL.get(file)!.panels.find((panel) => panel.title === title)!;
  const overridden = fieldConfig!.overrides.map(({ matcher }) => matcher.options);
  expect(overridden).not.toContain('nodeId');
  expect(overridden).not.toContain('metricId');
  const order = transformations.findLast(({ id }) => id === 'organize')?.options.indexByName;
  expect(order).toMatchObject({ nodeId: expect.any(Number), metricId: expect.any(Number) });
});

test.each([
  ['alert', 'This alert'],
  ['alert', 'Timeline'],
])('%s, %s: shows no text for empty results if its transformations drop the reason', (file, title) => {
  const { fieldConfig } = ALL.get(file)!.panels.find((panel) => panel.title === title)!;
  expect(fieldConfig!.defaults.noValue).toMatch(/^Nothing to show/);
  expect(fieldConfig!.defaults.noValue).not.toMatch(/No data/);
});

test.each(FILES)('%s: the text of an empty panel is not in the tooltips of its graphs', (file) => {
  const all = ALL.get(file)!.panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]);
  // Lanes have their own text.
  for (const { title, fieldConfig } of all.filter(({ type }) => type === 'timeseries')) {
    const [first] = fieldConfig!.overrides.filter(({ matcher }) => matcher.options === '.*');
    const own = first?.properties.find(({ id }) => id === 'noValue');
    expect([title, own]).toEqual([title, { id: 'noValue', value: null }]);
  }
});

test.each(FILES)('%s removes no field named "time", because Grafana would remove all times', (file) => {
  for (const { title, transformations = [] } of ALL.get(file)!.panels) {
    const left = transformations.flatMap(({ options }) => Object.keys(options.excludeByName ?? {}));
    expect([title, left.filter((name) => /^time$/i.test(name))]).toEqual([title, []]);
  }
});

test('show the time of an alert’s counts, because nothing of an ended alert is active', () => {
  for (const file of FILES) {
    expect(JSON.stringify(ALL.get(file))).not.toMatch(/"active(Metrics|Nodes)":"(Metrics|Nodes)"/);
  }
});

test('have no links for cells: they come from the data source, which adds none to rows without an alert', () => {
  for (const { title, fieldConfig } of FILES.flatMap((file) => drawn(ALL.get(file)!))) {
    const replaced = (fieldConfig?.overrides ?? []).filter(({ properties }) =>
      properties.some(({ id }) => id === 'links')
    );
    expect([title, replaced]).toEqual([title, []]);
  }
});

test('do not mark time in the color of an impact, because Grafana draws all marks of an annotation in one color', () => {
  const marks = [...ALL.values()].flatMap(({ annotations }) => annotations.list.filter(({ builtIn }) => builtIn !== 1));
  expect(marks.length).toBeGreaterThan(0);
  for (const { name, iconColor } of marks) {
    expect([name, iconColor]).toEqual([name, expect.not.stringMatching(/blue|yellow|orange|red|#/)]);
  }
});

test('are the files that provisioning reads, for a data source of this plugin', () => {
  const folder = path.join(__dirname, '../../provisioning');
  const dashboards = fs.readFileSync(path.join(folder, 'dashboards/anomaly-monitoring.yaml'), 'utf8');
  expect(dashboards).toContain(`${pluginJson.id}/dashboards`);
  const dataSource = fs.readFileSync(path.join(folder, 'datasources/anomaly-monitoring.yaml'), 'utf8');
  expect(dataSource).toContain(`type: ${pluginJson.id}`);
});

test.each(FILES)('%s leaves the colors of impacts to the data source, which knows the theme', (file) => {
  for (const { title, fieldConfig } of drawn(ALL.get(file)!).filter(({ type }) => type !== 'barchart')) {
    const words = fieldConfig!.overrides.filter(({ properties }) => /severe|"high"/.test(JSON.stringify(properties)));
    expect([
      title,
      words.filter(({ properties }) => /"(fixedC|c)olor":"(?!text)/.test(JSON.stringify(properties))),
    ]).toEqual([title, []]);
  }
});

test('bars of severe time stand out most in both themes, although their colors are fixed', () => {
  const { overrides } = drawn(ALL.get('report')!).find(({ type }) => type === 'barchart')!.fieldConfig!;
  const colorOf = (name: string) => {
    const { properties } = overrides.find(({ matcher }) => matcher.options === name)!;
    return (properties.find(({ id }) => id === 'color')!.value as { fixedColor: string }).fixedColor;
  };
  for (const mode of ['dark', 'light'] as const) {
    const { visualization, colors } = createTheme({ colors: { mode } });
    const contrastOf = (name: string) =>
      colorManipulator.getContrastRatio(visualization.getColorByName(colorOf(name)), colors.background.primary);
    const others = ['High', 'Medium', 'Low'].map(contrastOf);
    expect(Math.min(...others)).toBeGreaterThan(3);
    expect(contrastOf('Severe') / Math.max(...others)).toBeGreaterThan(1.09);
  }
});
