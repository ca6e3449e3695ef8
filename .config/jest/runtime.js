/**
 * Jest's runtime, with a memory that all test files of a process share: how each file was compiled, and where each import
 * leads. Otherwise, each test file compiles and finds its 2,000 modules again. They are still executed for each test file.
 * It extends private parts of Jest. If another version breaks it, `runtime` can be removed from the configuration: all
 * tests also pass with Jest's own, which takes a third more time.
 */
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Access to a global is slow in a test's context. These are looked up once for each module. */
const GLOBALS = [
  ...['Array', 'Boolean', 'Error', 'Float64Array', 'Infinity', 'JSON', 'Map', 'Math', 'NaN', 'Number', 'Object'],
  ...['RegExp', 'Set', 'String', 'Symbol', 'WeakMap', 'isNaN'],
].map((name) => `${name}=globalThis.${name}`);
/** Compiled files by name. */
const files = new Map();
/** The resolvers with a memory, one for each project. */
const remembering = new WeakSet();

// Freeing this memory piece by piece takes a worker longer than the half second after which Jest ends it by force.
process.once('beforeExit', () => process.exit());

module.exports = class SharingRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const resolver = this._resolver;
    if (!remembering.has(resolver)) {
      remembering.add(resolver);
      resolver.resolveStubModuleName = onceForFolder(resolver.resolveStubModuleName.bind(resolver));
      resolver.resolveModule = onceForFolder(resolver.resolveModule.bind(resolver));
    }
  }

  transformFile(filename, options) {
    const version = filename.includes('/node_modules/') ? 0 : fs.statSync(filename).mtimeMs;
    const isInternal = options?.isInternalModule ?? false;
    let file = files.get(filename);
    if (file?.version !== version || file.isInternal !== isInternal) {
      const code = super.transformFile(filename, options);
      const transform = this._fileTransforms.get(filename);
      file = { version, isInternal, code, transform, sourceMap: this._sourceMapRegistry.get(filename) };
      files.set(filename, file);
    }
    if (file.transform) {
      this._fileTransforms.set(filename, file.transform);
    }
    if (file.sourceMap) {
      this._sourceMapRegistry.set(filename, file.sourceMap);
    }
    return file.code;
  }

  /** A file may declare a class Map of its own: it has its own function. */
  constructModuleWrapperStart() {
    return `${super.constructModuleWrapperStart()}const ${GLOBALS};return (function(){`;
  }

  wrapCodeInModuleWrapper(code) {
    return `${this.constructModuleWrapperStart()}${code}\n}).call(this)}});`;
  }

  createScriptFromCode(code, filename) {
    const file = files.get(filename);
    if (file?.code !== code) {
      return super.createScriptFromCode(code, filename);
    }
    // Without the base class's function for import(), which would keep the first test file's context alive.
    file.script ??= new vm.Script(this.wrapCodeInModuleWrapper(code), {
      columnOffset: file.transform?.wrapperLength,
      filename,
    });
    return file.script;
  }
};

function onceForFolder(find) {
  const folders = new Map();
  return (from, name, options) => {
    const folder = path.dirname(from);
    const found = folders.get(folder) ?? new Map();
    folders.set(folder, found);
    if (!found.has(name)) {
      found.set(name, find(from, name, options));
    }
    return found.get(name);
  };
}
