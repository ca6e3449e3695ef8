import fc from 'fast-check';
import { type AlertPlan, ALERTS, answerOf } from './trueAnswers';
import { type Fault, type WholeCall } from './wholeService';

/** How a paged list loses rows, or reports wrong totals. */
export type Loss =
  | { kind: 'none' }
  /** A page without rows, or with this many fewer than it should have. */
  | { kind: 'short'; page: number; lost: number }
  /** A page has the rows of the previous one. */
  | { kind: 'twice'; page: number }
  /** From this page on, the rows have moved up, so that some are on no page. */
  | { kind: 'moved'; page: number; by: number }
  | { kind: 'failed'; page: number }
  /** From this page on, this value replaces the total. Undefined: there is no total. */
  | { kind: 'total'; page: number; total: unknown };

/** The paged lists of the interface, and the alert list. It has no pages, but an envelope can show that there are more. */
export type Listed = 'explore' | 'events' | 'alerts';

export const LOSSES: fc.Arbitrary<Loss> = fc.oneof(
  fc.record({ kind: fc.constant('short' as const), page: pages(1), lost: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('twice' as const), page: pages(2) }),
  fc.record({ kind: fc.constant('moved' as const), page: pages(2), by: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('failed' as const), page: pages(2) }),
  fc.record({
    kind: fc.constant('total' as const),
    page: pages(1),
    total: fc.constantFrom<unknown>(-1, -200, -1e10, -5.4e51, 1e9, 1e300, 0, 1, 3, 2.5, 450, null, undefined, 'many'),
  })
);

function pages(min: number) {
  return fc.integer({ min, max: 3 });
}

/** Alerts like the first one, one for each of the last weeks, to compare with. */
const PAST = Array.from({ length: 7 }, (_, i): AlertPlan => ({
  id: `past-${i}`,
  impact: i % 2 === 0 ? 'low' : 'high',
  from: -24 * 7 * (i + 1),
  to: -24 * 7 * (i + 1) + 2,
  metrics: [0, 1, 2],
}));
const PLANS = [...ALERTS, ...PAST];

/** A service with this many rows on a page. One of its lists loses rows. */
export function losing(listed: Listed, pageSize: number, loss: Loss) {
  const isListed = ({ operation }: WholeCall) => operation.endsWith(`/${listed}`);
  const body = (call: WholeCall): unknown => {
    if (isListed(call) && listed === 'alerts') {
      return listOf(answerOf(call, PLANS) as unknown[], loss);
    }
    if (!/\/(explore|events)$/.test(call.operation)) {
      return answerOf(call, PLANS);
    }
    const all = answerOf({ ...call, query: { ...call.query, page: '1', limit: '1000' } }, PLANS) as {
      items: unknown[];
    };
    const page = Number(call.query.page ?? 1);
    const limit = Math.min(pageSize, Number(call.query.limit ?? 10));
    return pageOf(all.items, { page, limit }, isListed(call) ? loss : { kind: 'none' });
  };
  const fault = (call: WholeCall): Fault | undefined =>
    loss.kind === 'failed' && isListed(call) && Number(call.query.page ?? 1) === loss.page
      ? { status: 500, text: '{"message":"boom"}' }
      : undefined;
  return { body, fault };
}

/** A list without pages only has some of these losses. */
function listOf(all: unknown[], loss: Loss): unknown {
  switch (loss.kind) {
    case 'short':
      return { total: all.length, items: all.slice(loss.lost) };
    case 'total':
      return { total: loss.total, items: all };
    default:
      return all;
  }
}

/** A page of a list that loses rows. */
export function pageOf(all: unknown[], { page, limit }: { page: number; limit: number }, loss: Loss) {
  const at = (number: number, by = 0) => all.slice((number - 1) * limit + by, number * limit + by);
  const whole = { page, limit, total: all.length, items: at(page) };
  switch (loss.kind) {
    case 'short':
      return page === loss.page ? { ...whole, items: whole.items.slice(loss.lost) } : whole;
    case 'twice':
      return page === loss.page ? { ...whole, items: at(page - 1) } : whole;
    case 'moved':
      return page >= loss.page ? { ...whole, items: at(page, loss.by) } : whole;
    case 'total':
      return page >= loss.page ? { ...whole, total: loss.total } : whole;
    default:
      return whole;
  }
}
