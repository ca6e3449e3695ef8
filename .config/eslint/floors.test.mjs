import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import parser from '@typescript-eslint/parser';
import { RuleTester } from 'eslint';
import { FLOORS, floors } from './floors.mjs';

RuleTester.describe = describe;
RuleTester.it = it;

const src = path.resolve('/house/src');
/** A room with one room below it and one above it, and two families. */
const at = (floor) => FLOORS[floor][0].replace(/\.\w+$/, '');
const [above, here, below] = [at(2), 'answer', 'query'];
assert.ok(FLOORS.flat().includes(here) && FLOORS.flat().includes(below));
const file = (name, code) => ({ code, filename: path.join(src, name), options: [{ src }] });
const refused = (name, code, message) => ({ ...file(name, code), errors: [{ message }] });
const UP = `${above} is above ${here}: imports only go down (docs/architecture.md).`;

new RuleTester({ languageOptions: { parser } }).run('floors', floors, {
  valid: [
    file('answer/a.ts', `import { a } from '../${below}/b';`),
    file('answer/a.ts', "import { a } from './b';"),
    file('answer/a.ts', "import { a } from '@grafana/data';"),
    file('family/a.ts', `export * from '../${below}/b';`),
  ],
  invalid: [
    refused('answer/a.ts', `import { a } from '../${above}/b';`, UP),
    refused('answer/a.ts', `import { type A } from '../${above}/b';`, UP),
    refused('answer/a.ts', `export { a } from '../${above}/b';`, UP),
    refused('answer/a.ts', `export * from '../${above}/b';`, UP),
    refused('answer/a.ts', `const later = () => import('../${above}/b');`, UP),
    refused('answer/a.ts', `type A = import('../${above}/b').A;`, UP),
    refused('answer/a.ts', `import a = require('../${above}/b');`, UP),
    refused('answer/a.ts', `const a = require('../${above}/b');`, UP),
    refused(
      'one/a.ts',
      "import { a } from '../another/b';",
      "one and another are on one floor and can't import each other: move what both need to a lower one."
    ),
    refused('answer/a.ts', "import { a } from '../../demo/b';", 'Files outside src/ are no part of the plugin.'),
    refused(
      'nowhere.ts',
      "import { a } from './query/b';",
      'nowhere.ts is on no floor: see .config/eslint/floors.mjs.'
    ),
  ],
});
