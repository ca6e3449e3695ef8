import webpack, { type Compiler, type Module } from 'webpack';
import { noticesOf } from '../catalogue/notices';

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** Writes the notices of bundled packages next to the bundle; a package that may not be part of it fails the build. */
export class NoticesPlugin {
  apply(compiler: Compiler) {
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
    compiler.hooks.thisCompilation.tap('Notices', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'Notices', stage }, () => {
        const used = [...compilation.modules].filter(
          (module) => compilation.chunkGraph.getNumberOfModuleChunks(module) > 0
        );
        const text = noticesOf(used.flatMap(filesOf));
        compilation.emitAsset(NOTICES, new webpack.sources.RawSource(text));
      });
    });
  }
}

/** The file of a module, or those of the modules that were joined into it. */
function filesOf(module: Module): string[] {
  const { resource, modules } = module as Module & { resource?: string; modules?: Module[] };
  return [...(resource ? [resource.split('?')[0]] : []), ...(modules ?? []).flatMap(filesOf)];
}
