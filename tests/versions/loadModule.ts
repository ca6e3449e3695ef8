import fs from 'node:fs';
import path from 'node:path';

/** The address of the plugin's files in Grafana. */
const BASE = 'http://localhost/public/plugins/anomaly-monitoring-datasource/';

type Modules = Record<string, unknown>;
type Require = (id: string) => unknown;
type Chunk = [ids: unknown[], modules: Modules, run?: (require: Require) => void];

/** A built plugin that was loaded. */
export interface LoadedModule {
  exported: unknown;
  /** Runs every module of the plugin's later files, and returns how many modules each has. */
  runAll: (files: string[]) => Array<{ file: string; modules: number }>;
}

/**
 * Loads a built plugin's module.js with the libraries that jest finds, and the files that it loads later with script elements.
 *
 * @param dist the folder of `module.js`
 */
export function loadModule(dist: string): LoadedModule {
  const page = globalThis as unknown as Record<string, Chunk[]> & { define?: unknown };
  // In jest's own globals, which node:vm would replace.
  // eslint-disable-next-line no-eval
  const evaluate = (name: string) => (0, eval)(fs.readFileSync(path.join(dist, name), 'utf8'));
  let exported: unknown;
  page.define = Object.assign(
    (names: string[], factory: (...modules: unknown[]) => unknown) => {
      exported = factory(...names.map((name) => (name === 'module' ? { uri: `${BASE}module.js` } : require(name))));
    },
    { amd: {} }
  );
  evaluate('module.js');
  page.define = undefined;

  const append = document.head.appendChild.bind(document.head);
  document.head.appendChild = <N extends Node>(node: N): N => {
    if (!(node instanceof HTMLScriptElement) || !node.src.startsWith(BASE)) {
      return append(node);
    }
    setTimeout(() => {
      evaluate(new URL(node.src).pathname.slice(new URL(BASE).pathname.length));
      node.onload?.(new Event('load'));
    });
    return node;
  };

  const chunks = page[Object.keys(page).find((name) => name.startsWith('webpackChunk')) ?? ''];
  let require_: Require = () => undefined;
  chunks.push([[Symbol('all')], {}, (given) => (require_ = given)]);
  return {
    exported,
    // All files are loaded before a module runs, since a module may need another from a different file.
    runAll: (files) =>
      files
        .map((file) => {
          const before = chunks.length;
          evaluate(file);
          return { file, ids: chunks.slice(before).flatMap(([, modules]) => Object.keys(modules)) };
        })
        .map(({ file, ids }) => ({ file, modules: ids.map((id) => require_(id)).length })),
  };
}
