// The tests of the rooms in MUTATED (with commas), in the environment with a browser; Stryker knows no projects.
const { projects } = require('../../jest.config.js');

const rooms = (process.env.MUTATED ?? '').split(',');
module.exports = { ...projects[0], roots: rooms.map((room) => `<rootDir>/src/${room}`) };
