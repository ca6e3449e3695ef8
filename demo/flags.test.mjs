import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFlags } from './flags.mjs';

test('what it does not know goes to the demo service, in order', () => {
  const { service, ...own } = readFlags(['--busy', '--workbench-port', '5000', '--data', 'DIR', '--no-open']);
  assert.deepEqual(service, ['--busy', '--data', 'DIR']);
  assert.deepEqual(own, { port: '5000', grafana: '12.4', open: false });
});

test('a value may follow an equals sign', () => {
  assert.deepEqual(readFlags(['--grafana=13.2', '--latency=800-2500']), {
    port: '3400',
    grafana: '13.2',
    open: true,
    service: ['--latency=800-2500'],
  });
});

test('a Grafana without packages, or a flag without its value, is refused in words', () => {
  assert.throws(() => readFlags(['--grafana', '9']), /11\.6, 12\.4, 13\.2, not of "9"/);
  assert.throws(() => readFlags(['--workbench-port']), /--workbench-port wants a value/);
});
