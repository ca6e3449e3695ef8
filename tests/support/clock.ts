/** Each test of the file begins at this moment (epoch milliseconds). Only the test moves the clock. */
export function startTestsAt(now: number) {
  beforeEach(() => {
    jest.useFakeTimers({ now });
  });
  afterEach(() => {
    jest.clearAllTimers();
    jest.useRealTimers();
  });
}
