import { type DataFrame } from '@grafana/data';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { LONG } from '../support/long';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** Contract: `meta.executedQueryString` of a query's first frame lists the calls, one per line. The notices are there, too. */
const NOW = STORY + 30_000;

startTestsAt(NOW);

/** All queries that several runners answer, or that reuse other answers, and some of the rest. */
const isTested = ({ query: { queryType, overlay } }: ReturnType<typeof allVariants>[number], row: number) =>
  LONG || queryType === 'variable' || (overlay ?? 'none') !== 'none' || row % 5 === 0;

it.each(allVariants().filter(isTested))('$name', async ({ query }) => {
  const { service, ask } = wholePanel();
  const { answer } = await ask(query, NOW);
  const [first, ...others] = (answer?.data ?? []) as DataFrame[];
  const lines = (first.meta?.executedQueryString ?? '').split('\n').filter((line) => line !== '');
  expect([...lines].sort()).toEqual([...new Set(service.calls.map(({ raw }) => `GET /${raw}`))].sort());
  expect(others.flatMap(({ meta }) => meta?.notices ?? [])).toEqual([]);
});
