import zlib from 'node:zlib';
import webpack, { type Compiler } from 'webpack';

const HARD = { level: zlib.constants.Z_BEST_COMPRESSION };

/** Writes each script a second time, compressed: a third of the bytes come over the line, and no server compresses twice. */
export class CompressPlugin {
  apply(compiler: Compiler) {
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
    compiler.hooks.thisCompilation.tap('Compress', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'Compress', stage }, (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          const [file] = name.split('?');
          if (file.endsWith('.js')) {
            compilation.emitAsset(`${file}.gz`, new webpack.sources.RawSource(zlib.gzipSync(source.buffer(), HARD)));
          }
        }
      });
    });
  }
}
