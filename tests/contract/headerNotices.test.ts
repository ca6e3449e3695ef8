import { type DataFrame, type DataQueryResponse, type QueryResultMetaNotice } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { headerNotices } from '../../src/present/present';
import { withNotices } from '../../src/ground/notices';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { allNotices } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** Every message of every query is visible in the panel header. If there are more than three, the rest is in the inspector. */
startTestsAt(STORY);

/** What Grafana's header shows: for each severity, the last notice of all frames. */
function headerOf(frames: DataFrame[]): Map<string, string> {
  const shown = frames.filter(({ meta }) => meta?.dataTopic === undefined).flatMap(({ meta }) => meta?.notices ?? []);
  return new Map(shown.map(({ severity, text }) => [severity, text]));
}

function flawsOf({ data }: DataQueryResponse): string[] {
  const frames: DataFrame[] = data;
  const header = headerOf(frames);
  const firsts = new Map([...frames].reverse().map((frame) => [frame.refId, frame]));
  const inData = [...firsts.values()].flatMap(({ meta }) => allNotices(meta));
  const shown = frames.flatMap(({ meta }) => meta?.notices ?? []);
  return [...new Set(inData.map(({ severity }) => severity))].flatMap((severity) => {
    const texts = [...new Set(inData.filter((one) => one.severity === severity).map(({ text }) => text))];
    const text = header.get(severity) ?? '';
    const unread = texts.filter((one) => !text.includes(one));
    const rest = Math.max(0, texts.length - 3);
    return [
      ...(unread.length > rest ? [`${severity} without ${unread.join(' | ')}: ${text}`] : []),
      ...(rest > 0 && !/ and (\d+|one) more$/.test(text) ? [`no count of others: ${text}`] : []),
      ...(shown.length > 0 ? [] : ['nothing is shown']),
    ];
  });
}

const REFS = ['A', 'B', 'C'];
/** Each has messages about an identifier that a variable leaves empty, and about a service that failed once. */
const VARIANTS = allVariants().filter((_, row) => row % 3 === 0);

it.each(VARIANTS)('$name: one, two, and three queries', async ({ query }) => {
  const counts: number[] = [];
  for (const refIds of [REFS.slice(0, 1), REFS.slice(0, 2), REFS]) {
    const { service, panel } = wholePanel({ variables: { none: { value: [] } } });
    // Some requests fail, so that there is a partial answer with a message about the rest.
    service.fault = () => (service.calls.length % 4 === 3 ? { status: 400 } : undefined);
    const empty: Partial<AnomalyQuery> = { queryType: 'alertSearch', nodeId: '$none' };
    const targets = [...refIds.map((refId) => ({ ...query, refId })), { ...empty, refId: 'D' }];
    const asked = panel.ask(targets, { from: STORY - 6 * 3600_000, to: STORY });
    await ended(asked);
    for (const packet of asked.packets) {
      expect(flawsOf(packet)).toEqual([]);
    }
    counts.push(headerOf(asked.packets[asked.packets.length - 1].data).size);
  }
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

describe('a header', () => {
  const notice = (severity: QueryResultMetaNotice['severity'], text: string) => ({ severity, text });
  const frame = (refId: string, notices: QueryResultMetaNotice[]): DataFrame =>
    withNotices([{ refId, fields: [], length: 0, meta: { custom: { granularity: '1m' } } }], notices)[0];
  const shownBy = (frames: DataFrame[]) => headerNotices(frames).map(({ meta }) => meta?.notices ?? []);

  it('shows the messages of all queries, and starts with the first message of each query', () => {
    const one = frame(
      'A',
      ['1', '2', '3'].map((text) => notice('warning', text))
    );
    const two = frame('B', [notice('warning', 'x'), notice('info', 'i')]);
    const three = frame('C', [notice('info', 'j')]);
    expect(shownBy([one, two, three])).toEqual([
      [notice('warning', '• 1\n• 2\n• 3')],
      [notice('warning', '• 1\n• x\n• 2\n• and one more'), notice('info', 'i')],
      [notice('info', '• i\n• j')],
    ]);
  });

  it('shows a single message unchanged, and a message of several queries once', () => {
    expect(shownBy([frame('A', [notice('info', 'i')]), frame('B', [notice('info', 'i')])])).toEqual([
      [notice('info', 'i')],
      [notice('info', 'i')],
    ]);
  });

  it('keeps all messages as data in the first frame of their query, with its other metadata', () => {
    const said = [notice('info', 'i'), notice('error', 'e')];
    const [first, second] = headerNotices([frame('A', said.slice(0, 1)), frame('A', said.slice(1))]);
    expect(first.meta?.custom).toEqual({ granularity: '1m', notices: said });
    expect(second.meta?.notices).toBeUndefined();
    expect(first.meta?.notices).toEqual([notice('error', 'e'), notice('info', 'i')]);
  });

  it('leaves frames without messages as they are', () => {
    const bare = frame('A', []);
    expect(headerNotices([bare])[0]).toBe(bare);
  });
});
