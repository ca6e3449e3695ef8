/** Replaces a package whose code is never reached; see webpack.config.ts. */
export default class Unreached {}
