import { withTranslations } from './lazy';

let mockReady: Promise<unknown>;
jest.mock('./translations', () => ({
  get ready() {
    return mockReady;
  },
}));

describe('withTranslations', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('returns the module even if the translations do not load', async () => {
    mockReady = Promise.reject(new Error('gone'));
    await expect(withTranslations(() => Promise.resolve('module'))).resolves.toBe('module');
  });

  it('returns the module if the translations never arrive', async () => {
    mockReady = new Promise(() => undefined);
    const module = withTranslations(() => Promise.resolve('module'));
    await jest.advanceTimersByTimeAsync(3000);
    await expect(module).resolves.toBe('module');
  });

  it('leaves no timer when they are loaded', async () => {
    mockReady = Promise.resolve();
    await withTranslations(() => Promise.resolve('module'));
    expect(jest.getTimerCount()).toBe(0);
  });

  it('fails if the module does not load', async () => {
    mockReady = Promise.resolve();
    await expect(withTranslations(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});
