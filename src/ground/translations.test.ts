import pluginJson from '../plugin.json';

type Loader = (language: string) => Promise<unknown>;
const mockInit = jest.fn<Promise<unknown>, [string, Loader[]]>(() => Promise.resolve());
jest.mock('@grafana/i18n', () => ({ initPluginTranslations: mockInit }));
jest.mock('./public-path', () => ({ publicPath: () => '/public/plugins/x/' }));

async function asked(language: string): Promise<string[]> {
  const fetch = jest.fn((_: string) => Promise.resolve({ ok: true, json: () => Promise.resolve({ a: 'b' }) }));
  Object.assign(globalThis, { fetch });
  await import('./translations');
  await mockInit.mock.calls[0][1][0](language);
  return fetch.mock.calls.map(([url]) => url);
}

it('requests no file of a language that the plugin does not have, nor of English', async () => {
  expect(pluginJson.languages).not.toContain('xx-XX');
  expect(await asked('xx-XX')).toEqual([]);
  expect(await asked('en-US')).toEqual([]);
});

it('requests the file of a listed language from the plugin’s folder', async () => {
  pluginJson.languages.push('yy-YY');
  expect(await asked('yy-YY')).toEqual([`/public/plugins/x/locales/yy-YY/${pluginJson.id}.json`]);
});
