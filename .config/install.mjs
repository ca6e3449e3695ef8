// Installs the project's packages if they are missing, as on a fresh clone.
import path from 'node:path';
import './node-version.mjs';
import { Children } from './children.mjs';
import { install } from './steps.mjs';

const root = path.resolve(import.meta.dirname, '..');
await install(root, new Children(root));
