require('@testing-library/jest-dom');
const { configure } = require('@testing-library/dom');

// How long a test waits before it gives up; a busy machine is not a failure.
configure({ asyncUtilTimeout: 10_000 });
