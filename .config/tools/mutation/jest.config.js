const project = require('../../jest.config.js');

// The tests that guard the rooms named in MUTATED_ROOMS: their own, and with MUTATED_TESTS others, as patterns.
const rooms = (process.env.MUTATED_ROOMS ?? '').split(' ').filter(Boolean);
const others = (process.env.MUTATED_TESTS ?? '').split(' ').filter(Boolean);

/** @type {import('jest').Config} */
module.exports = {
  ...project,
  rootDir: process.cwd(),
  // Stryker puts its own around it, and resolves the name itself.
  testEnvironment: `${process.cwd()}/.config/jest/environment.js`,
  testMatch: [
    ...rooms.map((room) => `<rootDir>/src/${room}/**/*.test.{ts,tsx}`),
    ...others.map((one) => `<rootDir>/${one}`),
  ],
};
