import { type DataQueryResponse } from '@grafana/data';
import fc from 'fast-check';
import { type AnomalyQuery } from '../../src/ground/query';
import { HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { FEW, LONG } from '../support/long';
import { shown } from '../support/panel';
import { type AlertPlan, ALERTS, answerOf, STORY } from '../support/trueAnswers';
import { variantsByForm } from '../support/variants';

/** A refresh shows what a newly opened page shows, whatever has changed on the service. */
const NOW = STORY + 30_000;
const SPAN = 6 * HOUR;

startTestsAt(NOW);

/** Changes of a service's alerts. Ended alerts don't change. */
const CHANGES: Record<string, (plans: AlertPlan[], at: number) => AlertPlan[]> = {
  nothing: (plans) => plans,
  'an alert begins': (plans, at) => [
    ...plans,
    { id: `new-${at}`, impact: 'high', from: hours(at - 30_000), metrics: [1] },
  ],
  'an alert ends': (plans, at) => changed(plans, (plan) => ({ ...plan, to: hours(at - 30_000) })),
  'an impact rises': (plans) => changed(plans, (plan) => ({ ...plan, impact: 'severe' })),
  'an impact falls': (plans) => changed(plans, (plan) => ({ ...plan, impact: 'medium' })),
  'a metric joins': (plans) => changed(plans, (plan) => ({ ...plan, metrics: [...new Set([...plan.metrics, 3])] })),
  'a metric is withdrawn': (plans) => changed(plans, (plan) => ({ ...plan, metrics: plan.metrics.slice(0, 1) })),
  'a beginning is corrected': (plans) => changed(plans, (plan) => ({ ...plan, from: plan.from + 0.25 })),
};

function hours(time: number) {
  return (time - STORY) / HOUR;
}

/** Changes the newest active alert. */
function changed(plans: AlertPlan[], change: (plan: AlertPlan) => AlertPlan): AlertPlan[] {
  const place = plans.findLastIndex(({ to }) => to === undefined);
  return place < 0 ? plans : plans.with(place, change(plans[place]));
}

/** Options have the titles that are already known, and don't request others. The number of an alert's others only grows, and links of active alerts end now. */
function seen(answer: DataQueryResponse, { queryType }: Partial<AnomalyQuery>) {
  const { frames, ...said } = JSON.parse(
    JSON.stringify(shown(answer)).replace(/ \+\d+|(?<=%22\d{10})\d{3}(?=%22)/g, '')
  ) as ReturnType<typeof shown>;
  const hasTitles = queryType !== 'variable';
  return { ...said, frames: frames.map((fields) => fields.filter(({ name }) => hasTitles || name !== 'text')) };
}

function page(state: { plans: AlertPlan[] }) {
  const { service, panel } = wholePanel();
  service.body = (call) => answerOf(call, state.plans);
  const look = async (query: Partial<AnomalyQuery>): Promise<DataQueryResponse> => {
    const to = Date.now();
    const asked = panel.ask({ ...query }, { from: to - SPAN, to }, { app: 'dashboard', panelId: 1 });
    Object.assign(asked.request.range, { raw: { from: 'now-6h', to: 'now' } });
    await ended(asked);
    expect(asked.failure).toBeUndefined();
    return asked.packets[asked.packets.length - 1];
  };
  return { service, look };
}

const numRuns = LONG ? 100 : FEW ? 2 : 15;

describe.each([...variantsByForm()])('%s', (_, queries) => {
  it('shows the same after refreshes as a newly opened page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(queries[0]), fc.constantFrom(...queries)),
        fc.array(fc.constantFrom(...Object.keys(CHANGES)), { minLength: 1, maxLength: 3 }),
        async (query, changes) => {
          jest.setSystemTime(NOW);
          const state = { plans: ALERTS };
          const kept = page(state);
          await kept.look(query);
          for (const [i, change] of changes.entries()) {
            const at = NOW + (i + 1) * MINUTE;
            state.plans = CHANGES[change](state.plans, at);
            jest.setSystemTime(at);
            const refreshed = await kept.look(query);
            jest.setSystemTime(at);
            const fresh = await page(state).look(query);
            expect(seen(refreshed, query)).toEqual(seen(fresh, query));
          }
        }
      ),
      { numRuns }
    );
  });
});
