import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { allDescriptors } from '../../src/families/families';
import { HOUR } from '../../src/ground/spans';
import { isAddress } from '../support/asked';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { linksIn } from '../support/linksIn';
import { errorsOf, noticesOf } from '../support/panel';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

startTestsAt(STORY);

const RANGE = { from: STORY - 6 * HOUR, to: STORY };

async function answerTo(
  query: object,
  names: (key: string, value: unknown) => unknown = (_, value) => value,
  more = {}
) {
  const { panel, service } = wholePanel();
  service.body = (call) => JSON.parse(JSON.stringify(trueAnswer(call), names)) as unknown;
  const asked = panel.ask(query, RANGE, more);
  await ended(asked);
  return { answer: asked.packets[asked.packets.length - 1], service };
}

function textsOf({ data }: DataQueryResponse): string[] {
  return (data as DataFrame[]).flatMap(({ fields }) =>
    fields.flatMap(({ name, values, config }) => [
      name,
      config.displayName ?? '',
      config.displayNameFromDS ?? '',
      ...(values.filter((value: unknown) => typeof value === 'string' && !isAddress(name)) as string[]),
    ])
  );
}

const SEARCHING = allDescriptors().flatMap(({ model: { queryType, fields } }) => ('q' in fields ? [queryType] : []));

it.each(SEARCHING)('%s reports a search text with half a character, and does not send it', async (queryType) => {
  const { answer, service } = await answerTo({ queryType, q: 'a\ud800b', source: 'alerts', list: 'alerts' });
  expect([...errorsOf(answer), ...noticesOf(answer)]).toContainEqual(
    expect.stringMatching(/"a\ufffdb" contains half a character/)
  );
  expect(service.calls.filter(({ raw }) => raw.includes('q='))).toEqual([]);
});

const NAMES = ['nodeName', 'statTypeName', 'systemName', 'name'];
/** Blanks, zero-width marks, a mark that turns the direction, half a character, and a very long name. */
const STRANGE = ['   ', '\u200b\u200d\ufeff', '\u202eCPU\u2066 load', 'CPU\ud800 load', 'x'.repeat(11_000)];

it.each(allVariants().map(({ name, query }, row) => ({ name, query, row })))(
  'strange names in $name are readable',
  async ({ query, row }) => {
    // Each name becomes another one of these.
    const given = new Map<unknown, string>();
    const strange = (value: unknown) => {
      given.set(value, given.get(value) ?? STRANGE[(row + given.size) % STRANGE.length]);
      return given.get(value);
    };
    const { answer } = await answerTo(query, (key, value) => (NAMES.includes(key) ? strange(value) : value));
    const bad = textsOf(answer).filter(
      (text) => /[\u200b\u202e\u2066\ufeff]|\p{Surrogate}|x{201}/u.test(text) || /^ +(·|$)|· +$/.test(text)
    );
    expect(bad).toEqual([]);
  }
);

it.each(allVariants())('links in $name can be built from IDs with half a character', async ({ query }) => {
  const isId = (key: string) => key === 'id' || key === 'statTypeId';
  const half = (key: string, value: unknown) => (isId(key) && typeof value === 'string' ? `${value}\ud800` : value);
  const { answer } = await answerTo(query, half, { dashboardUID: 'anomaly-monitoring-overview' });
  expect(() => linksIn(answer.data as DataFrame[])).not.toThrow();
});

it.each(allDescriptors().flatMap(({ model: { queryType, fields } }) => ('limit' in fields ? [queryType] : [])))(
  '%s reports a limit that is not a number',
  async (queryType) => {
    const { answer } = await answerTo({ queryType, limit: '1,000', source: 'alerts' });
    expect(errorsOf(answer)).toEqual([expect.stringMatching(/^Limit: "?1,000/)]);
  }
);

it('an annotation never ends before it begins', async () => {
  const swap = (key: string, value: unknown) =>
    key === 'lastSeenAt' ? new Date(STORY - 5.5 * HOUR).toISOString() : value;
  const ended = (key: string, value: unknown) => (key === 'active' ? false : swap(key, value));
  const { answer } = await answerTo({ queryType: 'annotations', source: 'alerts', shape: 'regions' }, ended);
  const [frame] = answer.data as DataFrame[];
  const of = (name: string) => frame.fields.find((field) => field.name === name)?.values as number[];
  expect(of('time').length).toBeGreaterThan(0);
  of('time').forEach((time, i) => expect(of('timeEnd')[i]).toBeGreaterThanOrEqual(time));
});
