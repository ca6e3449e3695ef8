// Timers that a test file leaves behind would keep its process running after the last file. jsdom ends its own.
const running = new Set();

for (const kind of ['Timeout', 'Interval']) {
  const start = globalThis[`set${kind}`];
  const stop = globalThis[`clear${kind}`];
  globalThis[`set${kind}`] = (run, ...rest) => {
    const timer = start(
      (...args) => {
        if (kind === 'Timeout') {
          running.delete(timer);
        }
        run(...args);
      },
      ...rest
    );
    running.add(timer);
    return timer;
  };
  globalThis[`clear${kind}`] = (timer) => {
    running.delete(timer);
    stop(timer);
  };
}

afterAll(() => running.forEach((timer) => clearTimeout(timer)));
