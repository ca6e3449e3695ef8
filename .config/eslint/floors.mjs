/**
 * The floors of `src/`: what a file may import. Imports go down, or stay in their room. Types and lazy imports count like
 * any other. Rooms on one floor don't import each other.
 */
import path from 'node:path';

/** From top to bottom. A floor is one folder or some files of `src/`; each folder of `families/` is a room of its own. */
const FAMILIES = 'families';
export const FLOORS = [
  ['module.ts', 'datasource.ts', 'dashboards'],
  ['editor'],
  [FAMILIES],
  ['present'],
  ['table'],
  ['judging'],
  ['facts'],
  ['service'],
  ['ground'],
  ['plugin.json', 'locales', 'img', 'types.d.ts'],
];

/** The room of a file with its path relative to `src/`, and its floor. The record of the families may import them all. */
export function roomOf(file) {
  const [name, ...inside] = file.split(/[\\/]/);
  const room = inside.length > 0 ? name : FLOORS.flat().find((one) => one === name || one.startsWith(`${name}.`));
  const floor = FLOORS.findIndex((rooms) => rooms.includes(room));
  const isFamily = name === FAMILIES && inside.length > 1;
  return { name: isFamily ? `${name}/${inside[0]}` : (room ?? name), floor };
}

/** Why a file may not import another, or undefined. Both are relative to `src/`. */
export function objection(from, to) {
  const [here, there] = [roomOf(from), roomOf(to)];
  if (here.floor < 0 || there.floor < 0) {
    return `${(here.floor < 0 ? here : there).name} is on no floor: see .config/eslint/floors.mjs.`;
  }
  if (here.name === there.name || here.floor < there.floor || here.floor === 0 || here.name === FAMILIES) {
    return undefined;
  }
  return here.floor === there.floor
    ? `${here.name} and ${there.name} are on one floor and can't import each other: move what both need to a lower one.`
    : `${there.name} is above ${here.name}: imports only go down (docs/architecture.md).`;
}

/** The ESLint rule. Option: `src`, the folder with the rooms. */
export const floors = {
  meta: { type: 'problem', schema: [{ type: 'object', properties: { src: { type: 'string' } }, required: ['src'] }] },
  create(context) {
    const { src } = context.options[0];
    const from = path.relative(src, context.filename);
    const check = (source) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) {
        return;
      }
      const to = path.relative(src, path.resolve(path.dirname(context.filename), source.value));
      const message = to.startsWith('..') ? 'Files outside src/ are no part of the plugin.' : objection(from, to);
      if (message) {
        context.report({ node: source, message });
      }
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source, argument }) => check(source ?? argument?.literal ?? argument),
      TSExternalModuleReference: ({ expression }) => check(expression),
      TSModuleDeclaration: ({ id }) => check(id.type === 'Literal' ? id : undefined),
      CallExpression: ({ callee, arguments: [first] }) => callee.name === 'require' && check(first),
    };
  },
};
