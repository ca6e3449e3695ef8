import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastValueFrom } from 'rxjs';
import { parse } from 'yaml';
import { descriptorOf, DESCRIPTORS, isComplete } from '../src/families/families';
import { examplesOfTypes } from '../src/editor/HelpPage';
import { type AnomalyQuery } from '../src/ground/query';
import { type Version } from '../src/ground/settings';
import { HOUR } from '../src/ground/spans';
import { type Demo, demoContext } from './support/demoContext';
import { fakeRequest } from './support/fakeContext';
import { runAny } from './support/run';

const NOW = Date.UTC(2026, 10, 21, 12);
const RANGE = { from: NOW - 48 * HOUR, to: NOW };
const ROOT = join(__dirname, '..');

interface Line {
  path: string;
  parameters: string[];
  query: Partial<AnomalyQuery>;
}

/** The table in docs/queries.md, one line per path of an operation. */
function documented(): Line[] {
  const lines = readFileSync(join(ROOT, 'docs', 'queries.md'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, paths, parameters, query] = line.split('|').map((cell) => cell.trim().replace(/`/g, ''));
    return paths?.startsWith('/')
      ? paths
          .split(', ')
          .map((path) => ({ path, parameters: parameters.split(', '), query: JSON.parse(query) as Line['query'] }))
      : [];
  });
}

/** All operations of the interface with the names of their query parameters. */
function operations(): Array<{ path: string; parameters: string[] }> {
  type Parameter = { $ref?: string; name?: string; in?: string };
  const api = parse(readFileSync(join(ROOT, 'src', 'service', 'openapi.yaml'), 'utf8')) as {
    paths: Record<string, { get: { parameters?: Parameter[] } }>;
    components: { parameters: Record<string, Parameter> };
  };
  return Object.entries(api.paths).map(([path, { get }]) => ({
    path,
    parameters: (get.parameters ?? [])
      .map((parameter) =>
        parameter.$ref ? api.components.parameters[parameter.$ref.split('/').pop() ?? ''] : parameter
      )
      .flatMap((parameter) => (parameter.in === 'query' && parameter.name ? parameter.name : [])),
  }));
}

function versionOf(path: string): Version {
  return path.startsWith('/v1') ? 'v1' : 'v2';
}

function matches(path: string, asked: string): boolean {
  const pattern = path.slice(1).replace(/\{[^}]+\}/g, '[^/?]+');
  return new RegExp(`^${pattern}(\\?|$)`).test(asked);
}

describe('docs/queries.md', () => {
  const services: Partial<Record<Version, Demo>> = {};
  let probe: Demo;

  beforeAll(async () => {
    probe = await demoContext(NOW, { mood: 'busy' });
    const [alert] =
      await probe.read<Array<{ id: string; metrics: Array<{ nodeId: number; statTypeId: string }> }>>(
        'v2/alerts?expand=metrics'
      );
    const [update] = await probe.read<Array<{ update_id: string }>>(`v2/anomalies/${alert.id}`);
    const variables = {
      alert: alert.id,
      update: update.update_id,
      node: String(alert.metrics[0].nodeId),
      metric: alert.metrics[0].statTypeId,
    };
    for (const version of ['v1', 'v2'] as const) {
      const jsonData = { alertsVersion: version, metricVersion: version };
      services[version] = await demoContext(NOW, { service: probe.service, variables, jsonData });
    }
  });
  afterAll(() => probe.service.close());

  it('has every operation and every parameter of the interface', () => {
    const lines = documented();
    const missing = operations().flatMap(({ path, parameters }) =>
      (parameters.length > 0 ? parameters : [''])
        .filter(
          (parameter) =>
            !lines.some((line) => line.path === path && (parameter === '' || line.parameters.includes(parameter)))
        )
        .map((parameter) => `${path} ${parameter}`)
    );
    expect(missing).toEqual([]);
  });

  it('describes every query type, or metric-queries.md does', () => {
    const pages = ['queries.md', 'metric-queries.md'].map((name) => readFileSync(join(ROOT, 'docs', name), 'utf8'));
    const missing = Object.keys(DESCRIPTORS).filter((type) => !pages.join('\n').includes(`\`${type}\``));
    expect(missing).toEqual([]);
  });

  it('is not the only source: every example of the help page runs', async () => {
    const demo = services.v2!;
    demo.connect();
    const [node, metric] = ['$node', '$metric'].map((name) => demo.context.templates.one(name));
    for (const { query: example } of examplesOfTypes()) {
      // Like a data source with a default node and metric.
      const query = descriptorOf(example).model.ofSeries ? { ...example, nodeId: node, metricId: metric } : example;
      if (!isComplete(query)) {
        continue;
      }
      // On a fresh page, since known data needs no request.
      demo.context.forget();
      const request = fakeRequest([query], RANGE);
      const response = await lastValueFrom(runAny(request.targets, request, demo.context));
      expect([query, response.errors ?? []]).toEqual([query, []]);
      expect(response.data.length).toBeGreaterThan(0);
      expect([query, response.data[0].meta?.executedQueryString]).toEqual([query, expect.stringMatching(/^GET \/v/)]);
    }
  });

  it.each(documented())('$path is sent $parameters by $query', async ({ path, parameters, query }) => {
    const demo = services[versionOf(path)];
    if (!demo) {
      throw new Error('no service');
    }
    // All services answer through one place, so connect the last one again.
    demo.connect();
    // Data from an earlier query needs no request.
    demo.context.forget();
    demo.asked.length = 0;
    const request = fakeRequest([query], RANGE);
    const response = await lastValueFrom(runAny(request.targets, request, demo.context));
    expect(response.errors ?? []).toEqual([]);
    expect(response.data.length).toBeGreaterThan(0);
    const sent = demo.asked.filter((asked) => matches(path, asked));
    expect(sent).not.toEqual([]);
    const names = sent.flatMap((asked) => [...new URLSearchParams(asked.split('?')[1]).keys()]);
    expect(names).toEqual(expect.arrayContaining(parameters.filter((name) => name !== '')));
  });
});
