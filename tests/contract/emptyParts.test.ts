import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { errorsOf, noticesOf } from '../support/panel';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants, variantsOfForms } from '../support/variants';

/** Sentences have no empty parts, whatever the service omits. */
startTestsAt(STORY);

const IDS = ['id', 'nodeId', 'statTypeId'];
const TIMES = ['firstSeenAt', 'lastSeenAt', 'eventOccurred'];
const COUNTS = ['activeMetrics', 'activeNodes', 'score'];

/** What the service omits. */
const GAPS: Record<string, (key: string, value: unknown) => boolean> = {
  'the impact': (key) => key === 'impact',
  'times and counts': (key) => [...TIMES, ...COUNTS].includes(key),
  'all but IDs and times': (key, value) => isLeaf(value) && ![...IDS, ...TIMES].includes(key),
  'all but times': (key, value) => isLeaf(value) && !TIMES.includes(key),
};

describe.each(Object.entries(GAPS))('without %s', (_, isGap) => {
  it.each(variantsOfForms(allVariants()))('%s', async (_name, query) => {
    const { panel, service } = wholePanel();
    service.body = (call) => without(trueAnswer(call), isGap);
    const asked = panel.ask(query, { from: STORY - 6 * HOUR, to: STORY });
    await ended(asked);
    expect(textsOf(asked.packets[asked.packets.length - 1]).filter(hasEmptyPart)).toEqual([]);
  });
});

it('finds empty parts', () => {
  const texts = [
    'Unknown impact, ended: . As of 08:37.',
    'x ()',
    ' · web-1',
    'a, , b',
    'Since : 1',
    'null alerts',
    '"" is',
  ];
  expect(texts.filter((text) => !hasEmptyPart(text))).toEqual([]);
  expect(
    ['Severe, began 08:39: CPU · web-1 (Shop). As of 11:03.', 'a  \n- b: 1', '0 alerts'].filter(hasEmptyPart)
  ).toEqual([]);
});

function hasEmptyPart(text: string): boolean {
  return /: *[.,;)]|\( *\)|^ *[·:,.]|· *$|· *·|[,;] *[,;.]|\S +[:,](?!\S)|^[^-].*: *$|""|\b(null|undefined|NaN|Invalid date)\b/.test(
    text
  );
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function without(body: unknown, isGap: (key: string, value: unknown) => boolean): unknown {
  return JSON.parse(
    JSON.stringify(body, (key, value: unknown) =>
      key !== '' && Number.isNaN(Number(key)) && isGap(key, value) ? null : value
    )
  ) as unknown;
}

function textsOf(answer: DataQueryResponse): string[] {
  const frames: DataFrame[] = answer.data;
  const cells = frames.flatMap(({ fields }) =>
    fields.flatMap(({ values }) => values.filter((value: unknown) => typeof value === 'string') as string[])
  );
  return [...errorsOf(answer), ...noticesOf(answer), ...cells.flatMap((cell) => cell.split('\n'))];
}
