import fc from 'fast-check';
import { defer, lastValueFrom, of, throwError } from 'rxjs';
import { ServiceFailure } from '../ground/failure';
import { MAX_PAGES, type Page, readPages } from './paging';

interface Row {
  id: string | null;
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_, i) => ({ id: `${i}` }));

interface Habits {
  /** The service's own page size. */
  size?: number;
  total?: (real: number) => number | null;
  limit?: number | null;
  /** The totals of the pages. The last one also applies to later pages. */
  totals?: number[];
  ignoresPage?: boolean;
  /** Whether a page has no rows. */
  loses?: (page: number) => boolean;
  fails?: (page: number) => ServiceFailure | undefined;
}

async function read(list: Row[], habits: Habits = {}) {
  const pages: number[] = [];
  const size = habits.size ?? 10;
  const totalOf = habits.total ?? ((real: number) => real);
  const page = (number: number): Page<Row> => {
    const start = habits.ignoresPage ? 0 : (number - 1) * size;
    return {
      limit: habits.limit === undefined ? size : habits.limit,
      total: habits.totals?.[Math.min(number, habits.totals.length) - 1] ?? totalOf(list.length),
      items: habits.loses?.(number) ? [] : list.slice(start, start + size),
    };
  };
  const answer = await lastValueFrom(
    readPages<Row>(
      (number) =>
        defer(() => {
          pages.push(number);
          const failure = habits.fails?.(number);
          return failure ? throwError(() => failure) : of(page(number));
        }),
      { pageSize: 10, id: ({ id }) => id }
    )
  );
  return { ...answer, pages, ids: answer.rows.map(({ id }) => id) };
}

const gone = new ServiceFailure('notFound', 'nothing there', { status: 404 });
const broken = new ServiceFailure('server', 'broken', { status: 500 });

describe('readPages', () => {
  it('returns every row once, whatever total and limit the service reports', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(240),
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom<Habits['total']>(
          undefined,
          () => null,
          () => 0,
          () => 3,
          (real) => real + 37,
          () => 1e9
        ),
        fc.constantFrom('own', 'none'),
        async (count, size, total, limit) => {
          fc.pre(count < MAX_PAGES * size);
          // A short page with the total is treated as the last one.
          fc.pre(limit === 'own' || size === 10 || total?.(count) !== size);
          const { ids, cut, failure } = await read(rows(count), { size, total, limit: limit === 'own' ? size : null });
          expect(ids).toEqual(rows(count).map(({ id }) => id));
          expect({ cut, failure }).toEqual({ cut: null, failure: null });
        }
      )
    ));

  it('fails if the first page does', async () => {
    await expect(read(rows(30), { fails: () => broken })).rejects.toBe(broken);
  });

  it('keeps the other rows if a page fails midway, and reports why', async () => {
    const { ids, failure } = await read(rows(30), { fails: (page) => (page === 2 ? gone : undefined) });
    expect(ids).toEqual(
      rows(30)
        .map(({ id }) => id)
        .filter((_, i) => i < 10 || i >= 20)
    );
    expect(failure).toBe(gone);
  });

  it('treats a refused page after the end as the end', async () => {
    const { ids, failure, pages } = await read(rows(20), {
      total: () => null,
      fails: (page) => (page > 2 ? gone : undefined),
    });
    expect({ ids: ids.length, failure, pages }).toEqual({ ids: 20, failure: null, pages: [1, 2, 3] });
  });

  it.each<[string, number, Habits, boolean]>([
    ['as many rows as the total', 45, {}, true],
    ['none, and a total of none', 0, {}, true],
    ['a total that grows while pages are read', 45, { totals: [45, 46] }, false],
    ['a total that shrinks while pages are read', 45, { totals: [45, 44] }, true],
    ['a total below what was read', 45, { total: () => 3 }, false],
    ['a total above what was read', 45, { total: () => 46 }, false],
    ['no total', 45, { total: () => null }, false],
    ['an empty first page', 45, { loses: (page) => page === 1 }, false],
    ['an empty page in the middle', 45, { loses: (page) => page === 3 }, false],
    ['a page twice', 45, { ignoresPage: true }, false],
    ['a failed page', 45, { fails: (page) => (page === 2 ? broken : undefined) }, false],
    ['a page that is refused', 45, { fails: (page) => (page === 2 ? gone : undefined) }, false],
    ['more than 25 pages', 251, {}, false],
    ['exactly 25 pages', 250, {}, true],
  ])('reports whether a list is complete: %s', async (_, count, habits, isWhole) => {
    const read1 = await read(rows(count), habits);
    expect(read1.isWhole).toBe(isWhole);
    expect(read1.pages.length).toBeLessThanOrEqual(MAX_PAGES);
  });
});
