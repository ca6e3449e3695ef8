import { withTranslations } from './lazy';

describe('withTranslations', () => {
  afterEach(() => {
    jest.dontMock('./translations');
    jest.resetModules();
  });

  it('returns the module even if the translations do not load', async () => {
    jest.doMock('./translations', () => {
      throw new Error('Loading chunk 9 failed.');
    });
    await expect(withTranslations(() => Promise.resolve('module'))).resolves.toBe('module');
  });

  it('returns the module if the translations never arrive', async () => {
    jest.useFakeTimers();
    jest.doMock('./translations', () => ({ ready: new Promise(() => undefined) }));
    const module = withTranslations(() => Promise.resolve('module'));
    await jest.advanceTimersByTimeAsync(3000);
    await expect(module).resolves.toBe('module');
    jest.useRealTimers();
  });

  it('leaves no timer when they are loaded', async () => {
    jest.useFakeTimers();
    jest.doMock('./translations', () => ({ ready: Promise.resolve() }));
    await withTranslations(() => Promise.resolve('module'));
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('fails if the module does not load', async () => {
    await expect(withTranslations(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});
