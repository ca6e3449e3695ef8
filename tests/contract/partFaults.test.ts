import { type DataFrame } from '@grafana/data';
import { startTestsAt } from '../support/clock';
import { LONG } from '../support/long';
import { essence, wholePanel, withoutTitles } from '../support/faultMatrix';
import { type Fault, type WholeCall } from '../support/wholeService';
import { flawsOf, flawsOfFrames, saidBy } from '../support/said';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/**
 * One operation fails, or one of its requests, while the others succeed. The panel either shows the same, or reports
 * something. An incomplete answer without a message would be misleading.
 */
const NOW = STORY + 30_000;
const ALL: Array<[string, Fault]> = [
  ['500', { status: 500, text: '{"message":"boom"}' }],
  ['an answer of another shape', { body: '{"status":"ok"}' }],
];

startTestsAt(NOW);

/** Reports and rankings have a notice about the number of alerts with unknown metrics. */
const UNKNOWN = /(metrics|those) of (one|\d+) alerts? are unknown/;

describe.each(allVariants().map((variant, row) => ({ ...variant, row })))('$name', ({ query, row }) => {
  it.each(ALL.filter((_, i) => LONG || i === row % ALL.length))(
    'reports %s in one of its operations, or shows the same',
    async (_, fault) => {
      const well = wholePanel();
      const whole = await well.ask(query, NOW);
      const kinds = [
        ...new Set(well.service.calls.map(({ operation, query: { at } }) => `${operation} ${at ? 'at' : ''}`)),
      ];
      for (const kind of kinds) {
        const { service, ask } = wholePanel();
        service.fault = ({ operation, query: { at } }: WholeCall) =>
          `${operation} ${at ? 'at' : ''}` === kind ? fault : undefined;
        const { answer, asked } = await ask(query, NOW);
        expect(asked.failure).toBeUndefined();
        const said = answer ? saidBy(answer) : [];
        expect([...said.flatMap(flawsOf), ...flawsOfFrames((answer?.data ?? []) as DataFrame[])]).toEqual([]);
        const same = withoutTitles(essence(answer)) === withoutTitles(essence(whole.answer));
        const isUnknown = said.some((text) => UNKNOWN.test(text));
        expect({
          kind,
          told: same || isUnknown || said.some((text) => /500|Unexpected response|Couldn't read/.test(text)),
        }).toEqual({
          kind,
          told: true,
        });
      }
    }
  );
});
