import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

const require = createRequire(import.meta.url);

/** The address of the plugin's files in Grafana. */
const BASE = 'http://localhost:3000/public/plugins/anomaly-monitoring-datasource/';

type Define = (names: string[], factory: (...modules: unknown[]) => unknown) => void;

/**
 * Loads a built plugin like Grafana's loader: the AMD module with its shared libraries, and the files that it loads later
 * with script elements.
 *
 * @param dist the folder of `module.js`
 * @param shared replacements for single libraries; the others come from node_modules
 * @param fileLatency milliseconds until a later file has loaded
 */
export function loadPlugin<T>(dist: string, shared: Record<string, unknown>, fileLatency = 0): T {
  let exported: unknown;
  const define: Define = (names, factory) => {
    const modules = names.map((name) =>
      name === 'module' ? { uri: `${BASE}module.js` } : (shared[name] ?? require(name))
    );
    exported = factory(...modules);
  };
  Object.assign(globalThis, { define });
  run(path.join(dist, 'module.js'));
  const append = document.head.appendChild.bind(document.head);
  document.head.appendChild = <N extends Node>(node: N): N => {
    const { src, onload } = node as unknown as HTMLScriptElement;
    if (node.nodeName !== 'SCRIPT' || !src.startsWith(BASE)) {
      return append(node);
    }
    setTimeout(() => {
      run(path.join(dist, new URL(src).pathname.slice(new URL(BASE).pathname.length)));
      onload?.call(node as unknown as HTMLScriptElement, new Event('load'));
    }, fileLatency);
    return node;
  };
  return exported as T;
}

function run(file: string) {
  vm.runInThisContext(fs.readFileSync(file, 'utf8'), { filename: file });
}
