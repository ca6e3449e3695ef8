require('@testing-library/jest-dom');
const { configure } = require('@testing-library/dom');

// How long a test waits before it fails. A busy machine is not a failure.
configure({ asyncUtilTimeout: 60_000 });
