const path = require('node:path');

// Libraries that only ship ES modules, and therefore must be compiled.
const esModules = [
  ...'@grafana @openapi-contrib @react-hookz/web @ver0/deep-equal @wojtekmaj @faker-js color-.* d3 d3-.*'.split(' '),
  ...'delaunator earcut geotiff get-user-locale internmap marked memoize mimic-function nanoid ol pbf'.split(' '),
  ...'quickselect rbush react-calendar react-colorful robust-predicates rxjs uuid uwrap yaml yargs'.split(' '),
];

const root = path.resolve(__dirname, '..');

/** The common settings of both projects. */
const shared = {
  rootDir: root,
  runtime: '<rootDir>/.config/jest/runtime.js',
  // GRAFANA_PACKAGES=13.2: the packages of that Grafana instead of the project's own.
  resolver: process.env.GRAFANA_PACKAGES ? '<rootDir>/.config/jest/grafana-packages.js' : undefined,
  transform: {
    '^.+\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true, decorators: false, dynamicImport: true },
          transform: { react: { runtime: 'classic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(.*/)?(${esModules.join('|')})/)`],
  moduleNameMapper: {
    '\\.(css|scss|sass)$': '<rootDir>/.config/jest/style.js',
    '\\.(svg|png)$': '<rootDir>/.config/jest/style.js',
    '\\.md$': '<rootDir>/.config/jest/style.js',
    '^@grafana/i18n$': '<rootDir>/.config/jest/i18n.js',
    '^react-inlinesvg$': '<rootDir>/.config/jest/inline-svg.js',
    '^fast-check$': '<rootDir>/.config/jest/fast-check.js',
    '^amd-module$': '<rootDir>/.config/jest/style.js',
    '^(.*/)?monaco-editor(/.*)?$': '<rootDir>/.config/jest/style.js',
  },
};

/** @type {import('jest').Config} */
module.exports = {
  // A busy machine is not a failure.
  testTimeout: 300_000,
  projects: [
    {
      ...shared,
      displayName: 'page',
      roots: ['<rootDir>/src', '<rootDir>/tests', '<rootDir>/demo/workbench/app'],
      testMatch: ['**/*.test.tsx'],
      testEnvironment: path.join(__dirname, 'jest/environment.js'),
      setupFiles: ['<rootDir>/.config/jest/browser.js'],
      setupFilesAfterEnv: ['<rootDir>/.config/jest/matchers.js'],
    },
    {
      ...shared,
      displayName: 'node',
      // These tests draw nothing, and have no document. Tests that need one are .test.tsx files.
      roots: ['src', 'tests', 'demo', '.config/catalogue', '.ci'].map((folder) => `<rootDir>/${folder}`),
      testMatch: ['**/*.test.ts'],
      testEnvironment: 'node',
      setupFiles: ['<rootDir>/.config/jest/node.js'],
      setupFilesAfterEnv: ['<rootDir>/.config/jest/timers.js'],
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '^(@grafana/ui|react-use)$': '<rootDir>/.config/jest/undrawn.js',
      },
    },
  ],
};
