import { type DataFrame } from '@grafana/data';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { allVariants, variantsOfForms } from '../support/variants';
import { type Fault, type WholeCall } from '../support/wholeService';

/** The first frame of a query lists the calls that were made for it, for the inspector, also if they fail. */

const NOW = STORY + 30_000;
const SPAN = 6 * 3_600_000;

startTestsAt(NOW);

const ofAlert = ({ operation }: WholeCall) => /^v2\/alerts\/\*/.test(operation);
const ofMetrics = ({ operation }: WholeCall) => operation.includes('ad/metrics');

const FAULTS: Record<string, (call: WholeCall) => Fault | undefined> = {
  'if everything fails': () => ({ status: 403 }),
  'if an alert does not exist': (call) => (ofAlert(call) ? { status: 404, text: '{}' } : undefined),
  'if lists fail': (call) => (ofMetrics(call) ? undefined : { status: 403 }),
  'if metric data fails': (call) => (ofMetrics(call) ? { status: 403 } : undefined),
};

const FORMS = variantsOfForms(allVariants());

describe.each(Object.entries(FAULTS))('%s', (_, fault) => {
  it.each(FORMS)('%s', async (_name, query) => {
    const { service, panel } = wholePanel();
    service.fault = fault;
    const isPanel = !['annotations', 'variable'].includes(query.queryType ?? '');
    const calls = await callsOf(panel, service, { emptyRow: true, ...query });
    expect(['sent', ...(isPanel ? [] : ['no frames'])]).toEqual(expect.arrayContaining(calls));
  });

  it.each(FORMS)('on a refresh, %s', async (_name, query) => {
    const { service, panel } = wholePanel();
    await callsOf(panel, service, query);
    service.fault = fault;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(['sent', 'no frames']).toEqual(expect.arrayContaining(await callsOf(panel, service, query)));
  });
});

/** What differs between the calls of the first frame and those that were sent. */
async function callsOf(
  panel: ReturnType<typeof wholePanel>['panel'],
  service: ReturnType<typeof wholePanel>['service'],
  query: object
): Promise<string[]> {
  const before = service.calls.length;
  const at = Date.now();
  const asked = panel.ask(query, { from: at - SPAN, to: at });
  await ended(asked);
  const [first] = (asked.packets.at(-1)?.data ?? []) as DataFrame[];
  if (!first) {
    return ['no frames'];
  }
  const shown = (first.meta?.executedQueryString ?? '').split('\n').filter(Boolean).sort();
  const sent = [...new Set(service.calls.slice(before).map(({ raw }) => `GET /${raw}`))].sort();
  return JSON.stringify(shown) === JSON.stringify(sent)
    ? ['sent']
    : [...diff(sent, shown, '-'), ...diff(shown, sent, '+')];
}

const diff = (one: string[], other: string[], sign: string) =>
  one.filter((call) => !other.includes(call)).map((call) => `${sign} ${call}`);
