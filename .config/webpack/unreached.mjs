/** In place of a package that is never reached; see webpack.config.ts. */
export default class Unreached {}
