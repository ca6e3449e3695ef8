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
