/**
 * npm run server:up: docker-compose.yaml in the background, until its Grafana answers. GRAFANA_URL says where (default
 * http://localhost:3000). If it takes longer than five minutes, the output of the containers is shown.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const health = new URL('/api/health', process.env.GRAFANA_URL ?? 'http://localhost:3000');
const compose = (...args) => spawnSync('docker', ['compose', ...args], { stdio: 'inherit' });

const { status, error } = compose('up', '--build', '--detach');
if (status !== 0) {
  console.error(error ? `docker: ${error.message}` : 'docker compose failed.');
  process.exit(1);
}
const end = Date.now() + 5 * 60_000;
while (!(await answers())) {
  if (Date.now() > end) {
    compose('logs', '--tail', '100');
    console.error(`${health} does not answer.`);
    process.exit(1);
  }
  await wait(1000);
}
console.log(`Grafana answers at ${health.origin}`);

async function answers() {
  try {
    return (await fetch(health, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
