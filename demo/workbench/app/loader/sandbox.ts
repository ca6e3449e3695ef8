import createVirtualEnvironment from '@locker/near-membrane-dom';

type Factory = (...dependencies: unknown[]) => unknown;
type Append = (this: Node, ...nodes: Node[]) => unknown;

/**
 * Loads module.js like Grafana's frontend sandbox: in its own realm, whose objects reach the page through a membrane.
 * Scripts that the plugin appends, its chunks, run in that realm, too.
 *
 * @throws Error if the file does not load, or imports a library that is not shared
 */
export async function importInSandbox(url: string, shared: Readonly<Record<string, unknown>>): Promise<unknown> {
  const loaded = new Map<unknown, unknown>();
  const exports = {};
  let module: unknown;
  const define = (dependencies: string[], factory: Factory) => {
    const provided = dependencies.map((id) => {
      if (id === 'module') {
        return { id: url, uri: url, exports };
      }
      if (id !== 'exports' && !shared[id]) {
        throw new Error(`${url} imports "${id}", which is not shared`);
      }
      return id === 'exports' ? exports : shared[id];
    });
    module = factory(...provided) ?? exports;
  };
  const environment = createVirtualEnvironment(window, {
    distortionCallback: (value) => loaded.get(value) ?? value,
    liveTargetCallback: isLive,
    endowments: Object.getOwnPropertyDescriptors({ define: Object.assign(define, { amd: {} }) }),
  });
  const evaluate = async (address: string) => {
    const answer = await fetch(address);
    if (!answer.ok) {
      throw new Error(`${address} could not be loaded`);
    }
    environment.evaluate(`${await answer.text()}\n//# sourceURL=${address}`);
  };
  for (const [prototype, name] of [
    [Node.prototype, 'appendChild'],
    [Element.prototype, 'append'],
  ] as const) {
    const original = (prototype as unknown as Record<string, Append>)[name];
    loaded.set(original, function append(this: Node, ...nodes: Node[]) {
      const [script] = nodes;
      if (!(script instanceof HTMLScriptElement) || script.src === '') {
        return original.apply(this, nodes);
      }
      evaluate(script.src).then(
        () => script.dispatchEvent(new Event('load')),
        () => script.dispatchEvent(new Event('error'))
      );
      return script;
    });
  }
  await evaluate(url);
  return module;
}

/** Objects whose changes must be visible on both sides: React and the browser write to them. */
function isLive(target: object): boolean {
  return target instanceof CSSStyleDeclaration || target instanceof Element || 'isReactComponent' in target;
}
