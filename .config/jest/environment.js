// jsdom, with features that browsers have had for years, and that jsdom leaves to Node.
const { TestEnvironment } = require('jest-environment-jsdom');

module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const missing = {
      TextEncoder,
      TextDecoder,
      structuredClone,
      fetch,
      Request,
      Response,
      Headers,
      ReadableStream,
      TransformStream,
      BroadcastChannel,
      MessageChannel,
      setImmediate,
      clearImmediate,
      Uint8Array,
    };
    for (const [name, value] of Object.entries(missing)) {
      if (this.global[name] === undefined || name === 'Uint8Array') {
        this.global[name] = value;
      }
    }
  }
};
