/** Every test of the file begins at that moment, in epoch milliseconds, by a clock that only the test moves. */
export function standAt(now: number) {
  beforeEach(() => {
    jest.useFakeTimers({ now });
  });
  afterEach(() => {
    jest.clearAllTimers();
    jest.useRealTimers();
  });
}
