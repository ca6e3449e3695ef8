import { type DataFrame, FieldType, getDisplayProcessor, createTheme } from '@grafana/data';
import { IMPACTS, SEVERITIES } from '../ground/query';
import i18next from 'i18next';
import { coloredColumn, tableFrame, wordColumn } from './frame';
import { CHANGES, EVENT_TYPES, GROUPS, METRIC_TYPES, wordMappings, wordOf, changeText } from './words';
import { inLanguage } from '../../tests/support/language';
import { toChange } from '../service/alerts';

const KEY = 'words';
const theme = createTheme();

function shown(frame: DataFrame, place: number): string[] {
  const field = frame.fields[place];
  const display = getDisplayProcessor({ field, theme });
  return field.values.map((value) => display(value).text);
}

const rows = ['severe', 'cosmic', 'constructor', null];
const table = () =>
  tableFrame('Alerts', rows, [
    coloredColumn<string | null>('impact', (row) => row),
    wordColumn<string | null>('eventType', EVENT_TYPES, (row) => (row === 'severe' ? 'ended' : row)),
  ]);

afterEach(() => jest.restoreAllMocks());

it('shows the words of the interface unchanged in English', () => {
  const frame = table();
  expect(shown(frame, 0).slice(0, 3)).toEqual(['severe', 'cosmic', 'constructor']);
  expect(frame.fields[1].config.mappings ?? []).toEqual([]);
});

it("shows them in the user's language, with unchanged values in the frame, and unknown ones unchanged", async () => {
  const before = i18next.language;
  const namespace = i18next.options.defaultNS as string;
  i18next.addResourceBundle('de-DE', namespace, { [KEY]: { severe: 'schwer', ended: 'beendet' } }, true, true);
  await i18next.changeLanguage('de-DE');
  try {
    const frame = table();
    expect(frame.fields.map(({ type }) => type)).toEqual([FieldType.string, FieldType.string]);
    expect(frame.fields.map(({ values }) => values)).toEqual([rows, ['ended', 'cosmic', 'constructor', null]]);
    expect(shown(frame, 0).slice(0, 3)).toEqual(['schwer', 'cosmic', 'constructor']);
    expect(shown(frame, 1).slice(0, 3)).toEqual(['beendet', 'cosmic', 'constructor']);
    expect(['toString', '__proto__'].map(wordOf)).toEqual(['toString', '__proto__']);
  } finally {
    await i18next.changeLanguage(before);
  }
});

describe('every word of the interface', () => {
  const severities: readonly string[] = SEVERITIES;
  const all = [...IMPACTS, ...SEVERITIES, ...EVENT_TYPES, ...CHANGES, ...METRIC_TYPES, ...GROUPS];

  it('is unchanged in English, except for the colors of severities and a few others', () => {
    const others = ['missing_data', 'added', 'closed'];
    const readable = all.filter((word) => !severities.includes(word) && !others.includes(word));
    expect(readable.map(wordOf)).toEqual(readable);
    expect(wordMappings(readable)).toEqual([]);
    expect(severities.map(wordOf)).toEqual(['very severe', 'severe', 'high', 'medium', 'normal']);
    expect(others.map(wordOf)).toEqual(['missing data', 'new', 'ended']);
  });

  it('has a text in another language', async () => {
    const before = i18next.language;
    const texts = Object.fromEntries(all.map((word) => [wordOf(word).replace(' ', '-'), `W ${wordOf(word)}`]));
    const expected = all.map((word) => `W ${wordOf(word)}`);
    i18next.addResourceBundle('es-ES', i18next.options.defaultNS as string, { [KEY]: texts }, true, true);
    await i18next.changeLanguage('es-ES');
    try {
      expect(all.map(wordOf)).toEqual(expected);
      expect(wordMappings(['ended'])).toEqual([{ type: 'value', options: { ended: { text: 'W ended', index: 0 } } }]);
    } finally {
      await i18next.changeLanguage(before);
    }
  });
});

describe('changeText', () => {
  const change = (type: string | null, values: object | null) =>
    toChange({ type, nodeId: 1, nodeName: 'orders-db', statTypeId: 'c', statTypeName: 'Connections in use', values });

  test.each<[ReturnType<typeof change>, ReturnType<typeof change> | undefined, string]>([
    [change('updated', { severity: 'red' }), change('added', { severity: 'orange' }), 'severe, was high'],
    [change('updated', { severity: 'blood_red' }), change('added', { severity: 'red' }), 'very severe, was severe'],
    [change('updated', { severity: 'red' }), change('added', { severity: 'red' }), 'severe'],
    [change('updated', { severity: 'red' }), undefined, 'severe'],
    [
      change('added', { severity: 'yellow', closestBaselineDeviation: 2.0949 }),
      undefined,
      'medium, new, closest deviation: 2.09',
    ],
    [change('added', { severity: 'red', type: 'missing_data' }), undefined, 'severe, new, missing data'],
    [change('removed', null), change('added', { severity: 'red' }), 'removed, was severe'],
    [change('removed', null), undefined, 'removed'],
    [change('moved', null), undefined, 'moved'],
    [change(null, null), undefined, 'updated'],
    [change('updated', { severity: 'constructor' }), undefined, 'constructor'],
  ])('describes a change in words', (now, before, words) => {
    expect(changeText(now, before)).toBe(`Connections in use · orders-db: ${words}`);
  });

  it("uses the user's language", async () => {
    const red = change('updated', { severity: 'blood_red' });
    const before = change('added', { severity: 'yellow' });
    const german = await inLanguage('de-DE', () => [changeText(red, before), changeText(change('updated', null))]);
    const metric = 'Connections in use · orders-db: ';
    expect(german).toEqual([`${metric}sehr schwer, war mittel`, `${metric}geändert`]);
  });
});

it.each([
  ['en-US', '2.12'],
  ['de-DE', '2,12'],
  ['es-ES', '2,12'],
  ['fr-FR', '2,12'],
])('has the decimal sign of the language in %s', async (language, written) => {
  const change = toChange({
    type: 'updated',
    nodeId: 1,
    values: { severity: 'red', closestBaselineDeviation: 2.1234 },
  });
  expect(await inLanguage(language, () => changeText(change))).toContain(written);
});
