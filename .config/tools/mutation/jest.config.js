const path = require('node:path');
const project = require('../../jest.config.js');

const [[files, [, options]]] = Object.entries(project.transform);

/**
 * One test file with the changes of a room; MUTATION names the folder of the run.
 *
 * @type {import('jest').Config}
 */
module.exports = {
  ...project,
  rootDir: path.resolve(__dirname, '../../..'),
  testEnvironment: path.join(__dirname, 'environment.js'),
  setupFiles: [...project.setupFiles, path.join(__dirname, 'setup.js')],
  transform: { [files]: [path.join(__dirname, 'transform.js'), options] },
  reporters: [],
};
