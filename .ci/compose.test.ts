import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.resolve(__dirname, '..');
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');

interface Service {
  ports?: string[];
  volumes?: string[];
  environment?: Record<string, string>;
}

const servicesOf = (name: string) => (parse(read(name)) as { services: Record<string, Service> }).services;
const services = servicesOf('docker-compose.yaml');
const dev = servicesOf('docker-compose.dev.yaml');
const { id } = JSON.parse(read('src/plugin.json')) as { id: string };
const folder = `/var/lib/grafana/plugins/${id}`;

it('hands the built plugin to Grafana', () => {
  expect(services.plugin.volumes).toEqual(['plugin:/handed']);
  expect(services.grafana.volumes).toContain(`plugin:${folder}:ro`);
  expect(dev.grafana.volumes).toContain(`./dist:${folder}:ro`);
});

it('builds a demo service that runs in any folder', async () => {
  const [, script] = /^ENTRYPOINT \["node", "([^"]+)"/m.exec(read('Dockerfile')) ?? [];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-service-'));
  const built = spawnSync('npm', ['run', 'build:demo', '--', `--outdir=${folder}`], { cwd: root });
  expect(built.status).toBe(0);
  const service = spawn(process.execPath, [path.join(folder, script), '--port', '0'], { cwd: folder });
  const [said] = (await once(service.stdout, 'data')) as [Buffer];
  service.kill();
  fs.rmSync(folder, { recursive: true });
  expect(String(said)).toMatch(/^Demo service: http/);
});

it.each([services.grafana, dev.grafana])(
  'is there for this machine alone, to look at without signing in',
  ({ ports, environment = {} }) => {
    expect(ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    expect(environment.GF_PLUGINS_ALLOW_LOADING_UNSIGNED_PLUGINS).toBe(id);
    expect(environment.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH?.startsWith(`${folder}/dashboards/`)).toBe(true);
    expect(services.grafana.environment?.GF_AUTH_ANONYMOUS_ORG_ROLE).toBe('Viewer');
  }
);

it('has a data source for the cache that differs from the usual one in address and switch alone', () => {
  const sourceOf = (place: string) =>
    (parse(read(`provisioning/${place}/anomaly-monitoring.yaml`)) as { datasources: Array<{ jsonData: object }> })
      .datasources[0];
  const usual = sourceOf('datasources');
  expect(sourceOf('cache/datasources')).toEqual({
    ...usual,
    url: 'http://cache:8080',
    jsonData: { ...usual.jsonData, sharedCache: true },
  });
});
