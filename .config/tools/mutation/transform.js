// The project's transform, with the files of the room as `instrument.mjs` wrote them: all changes in, each behind a switch.
const fs = require('node:fs');
const path = require('node:path');
const swc = require('@swc/jest');

const changed = new Map(
  Object.entries(JSON.parse(fs.readFileSync(path.join(process.env.MUTATION, 'code.json'), 'utf8')))
);

module.exports = {
  createTransformer(options) {
    const own = swc.createTransformer(options);
    const codeOf = (source, file) => changed.get(file) ?? source;
    return {
      canInstrument: own.canInstrument,
      getCacheKey: (source, file, rest) => own.getCacheKey(codeOf(source, file), file, rest),
      process: (source, file, rest) => own.process(codeOf(source, file), file, rest),
    };
  },
};
