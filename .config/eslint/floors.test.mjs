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
const [above, here, below] = [at(1), 'present', 'ground'];
assert.ok(FLOORS.flat().includes(here) && FLOORS.flat().includes(below));
const file = (name, code) => ({ code, filename: path.join(src, name), options: [{ src }] });
const refused = (name, code, message) => ({ ...file(name, code), errors: [{ message }] });
const UP = `${above} is above ${here}: imports only go down (docs/architecture.md).`;

new RuleTester({ languageOptions: { parser } }).run('floors', floors, {
  valid: [
    file('present/a.ts', `import { a } from '../${below}/b';`),
    file('present/a.ts', "import { a } from './b';"),
    file('present/a.ts', "import { a } from '@grafana/data';"),
    file('families/families.ts', "import { a } from './one/b';"),
    file('families/one/a.ts', `export * from '../../${below}/b';`),
  ],
  invalid: [
    refused('present/a.ts', `import { a } from '../${above}/b';`, UP),
    refused('present/a.ts', `import { type A } from '../${above}/b';`, UP),
    refused('present/a.ts', `export { a } from '../${above}/b';`, UP),
    refused('present/a.ts', `export * from '../${above}/b';`, UP),
    refused('present/a.ts', `const later = () => import('../${above}/b');`, UP),
    refused('present/a.ts', `type A = import('../${above}/b').A;`, UP),
    refused('present/a.ts', `import a = require('../${above}/b');`, UP),
    refused('present/a.ts', `const a = require('../${above}/b');`, UP),
    refused(
      'families/one/a.ts',
      "import { a } from '../another/b';",
      "families/one and families/another are on one floor and can't import each other: move what both need to a lower one."
    ),
    refused('present/a.ts', "import { a } from '../../demo/b';", 'Files outside src/ are no part of the plugin.'),
    refused(
      'nowhere.ts',
      "import { a } from './ground/b';",
      'nowhere.ts is on no floor: see .config/eslint/floors.mjs.'
    ),
  ],
});
