import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { STORY, trueAnswer } from '../support/trueAnswers';

// Nodes, metrics, or systems with the same name also show their IDs.

const NOW = STORY + 30_000;

startTestsAt(NOW);

/** A service where all nodes have the same name, and all metrics, and all systems. */
function panel() {
  const whole = wholePanel();
  whole.service.body = (call) =>
    JSON.parse(
      JSON.stringify(trueAnswer(call))
        .replace(/"nodeName":(null|"[^"]*")/g, '"nodeName":"web"')
        .replace(/"statTypeName":(null|"[^"]*")/g, '"statTypeName":"Load"')
        .replace(/"systemName":"[^"]*"/g, '"systemName":"Shop"')
        .replace(/("node":\{"id":\d+,"name":)"[^"]*"/g, '$1"web"')
        .replace(/("system":\{"id":\d+,"name":)"[^"]*"/g, '$1"Shop"')
        .replace(/("name":)"[^"]*"(,"metric_type")/g, '$1"Load"$2')
    ) as unknown;
  return whole;
}

async function textsOf(query: Partial<AnomalyQuery>, column: string) {
  const { answer } = await panel().ask(query, NOW);
  const frames = (answer?.data ?? []) as DataFrame[];
  return frames.flatMap(({ fields }) =>
    fields.filter(({ name }) => name === column).flatMap(({ values }) => [...values])
  );
}

it.each([
  [{ queryType: 'variable', list: 'nodes' }, 'text', /^web \((12|13|14)\)$/],
  [{ queryType: 'variable', list: 'systems' }, 'text', /^Shop \((1|2|3)\)$/],
  [{ queryType: 'variable', list: 'metrics' }, 'text', /^Load \((cpu|mem|io\/wait)\)$/],
  [{ queryType: 'variable', list: 'series' }, 'text', /^Load · web \(\d+:.+\)$/],
  [{ queryType: 'alertReport', by: 'node' }, 'node', /^web \((12|13|14)\)$/],
  [{ queryType: 'alertReport', by: 'metric' }, 'metric', /^Load \((cpu|mem|io\/wait)\)$/],
])('%j: each text of %s is unique', async (query, column, form) => {
  const texts = await textsOf(query, column);
  expect(texts.length).toBeGreaterThan(1);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.filter((text) => !form.test(String(text)))).toEqual([]);
});

it('systems in a report, even if some alerts have none', async () => {
  const texts = await textsOf({ queryType: 'alertReport', by: 'system' }, 'system');
  expect(texts).toEqual(expect.arrayContaining(['Shop (1)', 'Shop (2)']));
});

it('rows of a ranking', async () => {
  const nodes = await textsOf({ queryType: 'deviations' }, 'nodeName');
  expect(nodes.length).toBeGreaterThan(1);
  expect(nodes.filter((text) => !/^web \(\d+\)$/.test(String(text)))).toEqual([]);
});

it('values of a filter', async () => {
  const { dataSource } = panel();
  const values = dataSource.getTagValues({ key: 'node', filters: [] });
  await jest.advanceTimersByTimeAsync(5000);
  expect((await values).map(({ text }) => text).sort()).toEqual(['web (12)', 'web (13)', 'web (14)']);
});
