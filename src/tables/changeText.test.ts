import { inLanguage } from '../../tests/support/language';
import { toChange } from '../service/alerts';
import { changeText } from './words';

const change = (type: string | null, values: object | null) =>
  toChange({ type, nodeId: 1, nodeName: 'orders-db', statTypeId: 'c', statTypeName: 'Connections in use', values });

test.each<[ReturnType<typeof change>, ReturnType<typeof change> | undefined, string]>([
  [change('updated', { severity: 'red' }), change('added', { severity: 'orange' }), 'severe, was medium'],
  [change('updated', { severity: 'blood_red' }), change('added', { severity: 'red' }), 'very severe, was severe'],
  [change('updated', { severity: 'red' }), change('added', { severity: 'red' }), 'still severe'],
  [change('updated', { severity: 'red' }), undefined, 'severe'],
  [
    change('added', { severity: 'yellow', closestBaselineDeviation: 2.0949 }),
    undefined,
    'low, new, closest deviation 2.09',
  ],
  [change('added', { severity: 'red', type: 'missing_data' }), undefined, 'severe, new, missing data'],
  [change('removed', null), change('added', { severity: 'red' }), 'no longer part of the alert, was severe'],
  [change('removed', null), undefined, 'no longer part of the alert'],
  [change('moved', null), undefined, 'moved'],
  [change(null, null), undefined, 'updated'],
  [change('updated', { severity: 'constructor' }), undefined, 'constructor'],
])('says what a change is in words', (now, before, words) => {
  expect(changeText(now, before)).toBe(`Connections in use · orders-db: ${words}`);
});

it("says it in the user's language", async () => {
  const red = change('updated', { severity: 'blood_red' });
  const before = change('added', { severity: 'yellow' });
  const german = await inLanguage('de-DE', () => [changeText(red, before), changeText(change('updated', null))]);
  const metric = 'Connections in use · orders-db: ';
  expect(german).toEqual([`${metric}sehr schwer, war niedrig`, `${metric}geändert`]);
});
