import { type DataFrame } from '@grafana/data';
import { standAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { LONG } from '../support/long';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** Contract: `meta.executedQueryString` of a query's first frame has the calls made, a line each, and notices. */
const NOW = STORY + 30_000;

standAt(NOW);

/** Queries whose answers several runners give, or others' answers, always; of the rest some. */
const isTold = ({ query: { queryType, overlay } }: ReturnType<typeof allVariants>[number], row: number) =>
  LONG || queryType === 'variable' || (overlay ?? 'none') !== 'none' || row % 5 === 0;

it.each(allVariants().filter(isTold))('$name', async ({ query }) => {
  const { service, ask } = wholePanel();
  const { answer } = await ask(query, NOW);
  const [first, ...others] = (answer?.data ?? []) as DataFrame[];
  const lines = (first.meta?.executedQueryString ?? '').split('\n').filter((line) => line !== '');
  expect([...lines].sort()).toEqual([...new Set(service.calls.map(({ raw }) => `GET /${raw}`))].sort());
  expect(others.flatMap(({ meta }) => meta?.notices ?? [])).toEqual([]);
});
