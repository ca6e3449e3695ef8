// Stryker puts its own environment around that of a configuration without projects: the one with a browser serves all.
const { projects, ...shared } = require('../../jest.config.js');

module.exports = {
  ...shared,
  ...projects[0],
  testMatch: ['**/*.test.{ts,tsx}'],
  roots: ['<rootDir>/src', '<rootDir>/tests'],
};
