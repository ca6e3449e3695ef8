import { type DataFrame, type DataQueryResponse, DataTopic, LoadingState } from '@grafana/data';
import { countBy, sum } from 'lodash';
import { Observable } from 'rxjs';
import { descriptorOf } from '../../src/families/families';
import { type AnomalyQuery } from '../../src/ground/query';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { LONG } from '../support/long';
import { type PanelOptions } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** The content and state of all packets, for every query type. */
const NOW = STORY + 30_000;
const SPAN = 6 * 3600_000;

startTestsAt(NOW);

const VARIANTS = allVariants().filter((_, row) => LONG || row % 4 === 1);

/** All packets of a first answer, and of a refresh a minute later. Each request takes longer than the previous one. */
async function packetsOf(query: Partial<AnomalyQuery>, app: string, options: PanelOptions = {}) {
  const { service, panel } = wholePanel(options);
  const { fetch } = service.backend;
  let slow = 0;
  Object.assign(service.backend, {
    fetch: (request: Parameters<typeof fetch>[0]) => {
      const wait = (slow += 300);
      return new Observable((subscriber) => {
        let inner: { unsubscribe: () => void } | undefined;
        const timer = setTimeout(() => (inner = fetch(request).subscribe(subscriber)), wait);
        return () => {
          clearTimeout(timer);
          inner?.unsubscribe();
        };
      });
    },
  });
  const answers: DataQueryResponse[][] = [];
  for (let i = 0; i < 2; i++) {
    slow = 0;
    const asked = panel.ask({ ...query }, { from: Date.now() - SPAN, to: Date.now() }, { app });
    await ended(asked);
    expect(asked.failure).toBeUndefined();
    answers.push(asked.packets);
    await jest.advanceTimersByTimeAsync(60_000);
  }
  return answers;
}

const drawn = ({ data }: DataQueryResponse) =>
  (data as DataFrame[]).filter(({ meta }) => meta?.dataTopic !== DataTopic.Annotations);
/** Rows per frame, which only grow while an answer loads. Incidents can merge, so their alerts count instead. */
const sizes = (packet: DataQueryResponse) =>
  drawn(packet).map(({ length, fields }) => {
    const isIncidents = fields.some(({ name }) => name === 'alertIds');
    const alerts = fields.find(({ name }) => name === 'alerts')?.values ?? [];
    return isIncidents ? alerts.reduce((sum: number, one: number) => sum + one, 0) : length;
  });
/** The number of values in each column. */
const filledOf = (packet: DataQueryResponse) => {
  const cells = drawn(packet).flatMap(({ fields }) =>
    fields.flatMap(({ name, values }) => values.filter((value) => value !== null && value !== '').map(() => name))
  );
  return countBy(cells);
};

describe.each(VARIANTS)('$name', ({ query }) => {
  it('is Streaming (Loading in Explore) until it is Done, and never shows less than the previous packet', async () => {
    for (const [app, state] of [
      ['dashboard', LoadingState.Streaming],
      ['explore', LoadingState.Loading],
    ] as const) {
      const answers = await packetsOf(query, app);
      for (const packets of answers) {
        const states = packets.map((packet) => packet.state);
        expect(states).toEqual([...packets.slice(1).map(() => state), LoadingState.Done]);
        packets.slice(1).forEach((packet, i) => {
          const [before, after] = [sizes(packets[i]), sizes(packet)];
          expect(after.length).toBeGreaterThanOrEqual(before.length);
          expect(before.every((size, f) => after[f] >= size)).toBe(true);
        });
        expect(packets.every(({ data }) => (data as DataFrame[]).every(({ refId }) => refId === 'A'))).toBe(true);
        expect(packets.slice(0, -1).every(({ errors }) => errors === undefined)).toBe(true);
      }
    }
  });

  it('removes nothing on a refresh without new rows', async () => {
    const [first, refresh] = await packetsOf(query, 'dashboard');
    const shown = first[first.length - 1];
    const early = descriptorOf(query).model.ofSeries ? [] : refresh.slice(0, -1);
    for (const packet of early.filter((one) => sum(sizes(one)) <= sum(sizes(shown)))) {
      const [before, after] = [filledOf(shown), filledOf(packet)];
      expect(Object.keys(before).filter((name) => (after[name] ?? 0) < before[name])).toEqual([]);
    }
  });

  it('is one packet if progressive is off', async () => {
    const answers = await packetsOf(query, 'dashboard', { jsonData: { progressive: false } });
    expect(answers.map((packets) => packets.map(({ state }) => state))).toEqual([
      [LoadingState.Done],
      [LoadingState.Done],
    ]);
  });
});

it("names an incident as soon as its events are known, however long others' events take", async () => {
  const [packets] = await packetsOf({ queryType: 'alertSearch', format: 'incidents' }, 'dashboard');
  const titles = packets.map((packet) => drawn(packet)[0].fields.find(({ name }) => name === 'incident')?.values);
  expect(titles).toContainEqual(['CPU load · web-1 +2', '1 metric on 1 node', '2 metrics on 2 nodes']);
});
