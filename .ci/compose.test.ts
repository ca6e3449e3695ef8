import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.resolve(__dirname, '..');
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');

interface Service {
  build?: { target: string };
  image?: string;
  read_only?: boolean;
  ports?: string[];
  volumes?: string[];
  environment?: Record<string, string>;
  user?: string;
  profiles?: string[];
  cap_drop?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
}

const { services } = parse(read('docker-compose.yaml')) as { services: Record<string, Service> };
const { id } = JSON.parse(read('src/plugin.json')) as { id: string };
const folder = `/var/lib/grafana/plugins/${id}`;
const stages = read('Dockerfile')
  .split(/^FROM /m)
  .slice(1);

it('builds stages that there are, run by nobody and writing nowhere', () => {
  const built = Object.values(services).filter(({ build }) => build);
  expect(built).toHaveLength(2);
  for (const { build, read_only } of built) {
    const stage = stages.find((text) => text.split('\n')[0].endsWith(` AS ${build?.target}`));
    expect(stage).toMatch(/^USER 65534:65534$/m);
    expect(read_only).toBe(true);
  }
});

it('hands the built plugin to Grafana by a volume, before Grafana starts', () => {
  const { grafana, plugin } = services;
  expect(plugin.volumes).toEqual(['plugin:/handed']);
  expect(grafana.volumes).toContain(`plugin:${folder}:ro`);
  expect(grafana.depends_on?.plugin).toEqual({ condition: 'service_completed_successfully' });
  expect(grafana.volumes?.filter((volume) => volume.startsWith('./'))).toEqual([
    './provisioning:/etc/grafana/provisioning:ro',
  ]);
});

it('has a cache where it is asked for: pinned, run by nobody, writing nowhere but in memory', () => {
  const { cache, ...others } = services;
  expect(cache).toMatchObject({ profiles: ['cache'], user: '65534:65534', read_only: true, cap_drop: ['ALL'] });
  expect(cache.image).toMatch(/^nginx:\d+\.\d+\.\d+-\w+$/);
  expect(cache.healthcheck?.test.at(-1)).toContain('/cache-health');
  expect(cache).not.toHaveProperty('ports');
  // Without it nothing counts as settled, see the configuration.
  expect(cache.environment?.TZ).toBe('YDAY24');
  expect(Object.values(others).some(({ profiles }) => profiles)).toBe(false);
  const [from, to] = cache.volumes?.[0].split(':') ?? [];
  expect(fs.existsSync(path.join(root, from))).toBe(true);
  expect(JSON.stringify(cache)).toContain(to);
});

it('has a data source for it that differs from the usual one in address and switch alone', () => {
  const sourceOf = (folder: string) =>
    (parse(read(`provisioning/${folder}/anomaly-monitoring.yaml`)) as { datasources: Array<{ jsonData: object }> })
      .datasources[0];
  const usual = sourceOf('datasources');
  expect(sourceOf('cache/datasources')).toEqual({
    ...usual,
    url: 'http://cache:8080',
    jsonData: { ...usual.jsonData, sharedCache: true },
  });
});

it('is there for this machine alone, to look at without signing in', () => {
  const { ports, environment = {} } = services.grafana;
  expect(ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
  expect(environment.GF_AUTH_ANONYMOUS_ORG_ROLE).toBe('Viewer');
  expect(environment).not.toHaveProperty('GF_AUTH_DISABLE_LOGIN_FORM');
  expect(environment.GF_PLUGINS_ALLOW_LOADING_UNSIGNED_PLUGINS).toBe(id);
  expect(environment.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH?.startsWith(`${folder}/dashboards/`)).toBe(true);
  expect(read('provisioning/dashboards/anomaly-monitoring.yaml')).toContain(`path: ${folder}/dashboards\n`);
});

it('has every folder that Grafana looks for in its provisioning', () => {
  for (const name of ['alerting', 'dashboards', 'datasources', 'plugins']) {
    expect(fs.readdirSync(path.join(root, 'provisioning', name))).not.toEqual([]);
  }
});

it('has a Grafana for development that loads what npm run dev builds', () => {
  const dev = (parse(read('docker-compose.dev.yaml')) as { services: Record<string, Service> }).services;
  const { volumes, environment = {}, ports, image, depends_on } = dev.grafana;
  expect(dev.demo).toEqual({ extends: { file: 'docker-compose.yaml', service: 'demo' } });
  expect(volumes).toEqual([`./dist:${folder}:ro`, './provisioning:/etc/grafana/provisioning:ro']);
  expect(environment.GF_DEFAULT_APP_MODE).toBe('development');
  expect({ image, ports }).toEqual({ image: services.grafana.image, ports: services.grafana.ports });
  expect(depends_on?.demo).toEqual(services.grafana.depends_on?.demo);
  const same = ['GF_PLUGINS_ALLOW_LOADING_UNSIGNED_PLUGINS', 'GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH'];
  expect(same.map((name) => environment[name])).toEqual(same.map((name) => services.grafana.environment?.[name]));
});
