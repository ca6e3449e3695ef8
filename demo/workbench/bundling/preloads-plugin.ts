import webpack, { type Compiler } from 'webpack';
import { type Preloads, PRELOADS } from '../server/preloads';

/** Writes beside the scripts which of them belong together, for a page that asks for all it needs at once. */
export class PreloadsPlugin {
  apply(compiler: Compiler) {
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compiler.hooks.thisCompilation.tap('Preloads', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'Preloads', stage }, () => {
        const preloads: Preloads = Object.fromEntries(
          [...compilation.namedChunkGroups].map(([name, group]) => [name, group.getFiles()])
        );
        compilation.emitAsset(PRELOADS, new webpack.sources.RawSource(JSON.stringify(preloads)));
      });
    });
  }
}
