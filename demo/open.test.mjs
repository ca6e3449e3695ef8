import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasBrowser } from './open.mjs';

const person = { terminal: true, platform: 'linux', env: { DISPLAY: ':0' } };

test('a person at a screen has a browser', () => {
  assert.equal(hasBrowser(person), true);
  assert.equal(hasBrowser({ ...person, env: { WAYLAND_DISPLAY: 'wayland-0' } }), true);
  assert.equal(hasBrowser({ ...person, env: {}, platform: 'darwin' }), true);
  assert.equal(hasBrowser({ ...person, env: {}, platform: 'win32' }), true);
});

test('a build server, a pipe, a machine without a display, and a remote machine have none', () => {
  assert.equal(hasBrowser({ ...person, env: { ...person.env, CI: 'true' } }), false);
  assert.equal(hasBrowser({ ...person, terminal: false }), false);
  assert.equal(hasBrowser({ ...person, env: {} }), false);
  assert.equal(hasBrowser({ ...person, env: { SSH_CONNECTION: '1' }, platform: 'darwin' }), false);
});
