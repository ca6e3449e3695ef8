import { createTheme, type DataFrame, getFieldDisplayValues } from '@grafana/data';
import { HOUR } from '../../src/settings';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** A panel with one value per field never shows an old value as the current one. */
startTestsAt(STORY);

const RANGE = { from: STORY - 6 * HOUR, to: STORY };

/** Every metric left its corridors two hours ago and came back. One has no data since. */
const OUTLIER = 803;
const GONE = '14';

async function framesFor(query: object, panelPluginId: string, range = RANGE): Promise<DataFrame[]> {
  const { panel, service } = wholePanel();
  service.body = (call) => {
    const body = trueAnswer(call) as { data?: Array<{ timestamp: number; smoothened?: unknown }> };
    const isGone = call.segments[call.segments.length - 2] === GONE;
    const until = isGone ? STORY - 3 * HOUR : STORY;
    return !/ad\/metrics/.test(call.operation)
      ? body
      : {
          ...body,
          data: body.data?.flatMap((point) => {
            const age = STORY - point.timestamp;
            const isOutside = age > 2 * HOUR && age < 2.5 * HOUR;
            return point.timestamp > until ? [] : { ...point, smoothened: isOutside ? OUTLIER : 105 };
          }),
        };
  };
  const asked = panel.ask(query, range, { panelPluginId, app: 'dashboard' });
  await ended(asked);
  return asked.packets[asked.packets.length - 1].data as DataFrame[];
}

/** The content of a panel with Grafana's default options. */
function shownOf(data: DataFrame[]) {
  return getFieldDisplayValues({
    data: data.filter(({ meta }) => meta?.dataTopic === undefined),
    reduceOptions: { calcs: ['lastNotNull'], values: false },
    fieldConfig: { defaults: {}, overrides: [] },
    replaceVariables: (text) => text,
    theme: createTheme(),
  }).map(({ display }) => ({ title: display.title, numeric: display.numeric, text: display.text }));
}

it.each(allVariants())('a stat of $name shows no old value', async ({ query }) => {
  const shown = shownOf(await framesFor(query, 'stat'));
  expect(shown.filter(({ numeric }) => numeric === OUTLIER)).toEqual([]);
});

describe.each(['stat', 'gauge', 'bargauge', 'piechart'])('%s', (panel) => {
  it('of a metric only shows its value', async () => {
    const shown = shownOf(await framesFor({ nodeId: '12', metricId: 'cpu' }, panel));
    expect(shown.map(({ numeric }) => numeric)).toEqual([105]);
  });

  it.each([
    ['now', RANGE],
    ['the end of the day', { ...RANGE, to: STORY + 6 * HOUR }],
  ])('of lanes until %s shows 0 for inside, and nothing for missing data', async (_, range) => {
    const shown = shownOf(await framesFor({ queryType: 'deviations', format: 'lanes' }, panel, range));
    expect(shown.length).toBeGreaterThan(3);
    shown.forEach(({ title, numeric }) => expect([title, numeric]).toEqual([title, /14/.test(title ?? '') ? NaN : 0]));
  });
});

it.each(['timeseries', 'table', 'state-timeline', 'heatmap'])('a %s has every field', async (panel) => {
  const [frame] = await framesFor({ nodeId: '12', metricId: 'cpu' }, panel);
  expect(frame.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['main_up', 'outlier']));
});
