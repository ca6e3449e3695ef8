/** A module by its id, as the AMD loader knows it; read only when somebody asks for it. */
export type SharedModules = Record<string, () => unknown>;

type Factory = (...dependencies: unknown[]) => unknown;
type Define = ((...args: unknown[]) => void) & { amd: object };

declare global {
  interface Window {
    define?: Define;
  }
}

/**
 * Loads one AMD module by a script tag. Its dependencies come from `shared`; the dependency `module` is the loader's
 * description of the module itself, whose `uri` tells where it came from.
 *
 * @throws Error where the file does not load, defines nothing, or asks for a library that is not shared
 */
export async function loadAmd(url: string, shared: SharedModules): Promise<unknown> {
  const uri = new URL(url, document.baseURI).href;
  let defined: { dependencies: string[]; factory: Factory } | undefined;
  const define: Define = Object.assign(
    (...args: unknown[]) => {
      const named = typeof args[0] === 'string' ? args.slice(1) : args;
      const [dependencies, factory] = named.length > 1 ? named : [[], named[0]];
      defined = { dependencies: dependencies as string[], factory: factory as Factory };
    },
    { amd: {} }
  );
  // Only while this script runs: a library that finds `define` later would take it for a loader of its own.
  window.define = define;
  try {
    await loadScript(uri);
  } finally {
    delete window.define;
  }
  if (!defined) {
    throw new Error(`${url} defines no module`);
  }
  const exports = {};
  const provided = defined.dependencies.map((id) => {
    switch (id) {
      case 'module':
        return { id: url, uri, exports };
      case 'exports':
        return exports;
      case 'require':
        return undefined;
      default:
        if (!shared[id]) {
          throw new Error(`${url} asks for "${id}", which is not shared`);
        }
        return shared[id]();
    }
  });
  return defined.factory(...provided) ?? exports;
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.crossOrigin = 'anonymous';
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} could not be loaded`));
    document.head.append(script);
  });
}
