import { withWords } from './lazy';

describe('withWords', () => {
  afterEach(() => {
    jest.dontMock('./translations');
    jest.resetModules();
  });

  it('gives the room also where the translations do not load', async () => {
    jest.doMock('./translations', () => {
      throw new Error('Loading chunk 9 failed.');
    });
    await expect(withWords(() => Promise.resolve('room'))).resolves.toBe('room');
  });

  it('fails where the room does not load', async () => {
    await expect(withWords(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});
