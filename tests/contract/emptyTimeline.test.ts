import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { english } from '../support/english';
import { ended, wholePanel } from '../support/faultMatrix';
import { type Asked, noticesOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';

/** A state timeline without lanes says why. Grafana reports a missing time field if there are frames, but no rows. */
startTestsAt(STORY);

const RANGE = { from: STORY - 6 * HOUR, to: STORY };
const TIMELINES: Array<Partial<AnomalyQuery>> = [
  { queryType: 'deviations', format: 'lanes' },
  { queryType: 'alertEvents', format: 'states' },
];
const PLACES = [{ panelPluginId: 'state-timeline', app: 'dashboard' }, { app: 'explore' }];

/** Whether the lane has the text: Grafana cuts off the beginning of long names, so the end is left out. */
const isNamed = (lane: string, text: string) => text.startsWith(lane.replace(/ …$/, ''));

/** The names of the lanes, or what Grafana objects to. */
function lanesOf({ packets }: Asked): string[] {
  const frames = packets[packets.length - 1].data as DataFrame[];
  const drawn = frames.filter(({ fields }) => typeof fields[0]?.values[0] === 'number');
  return frames.length > 0 && drawn.length === 0
    ? ['Data does not have a time field']
    : drawn.flatMap(({ fields }) => fields.slice(1).map(({ name }) => name));
}

describe.each(TIMELINES)('%j', (query) => {
  it.each(PLACES)('of a quiet service has a lane that says so in %j', async (place) => {
    const { panel, service } = wholePanel();
    service.body = ({ operation }) => (/explore/.test(operation) ? { page: 1, limit: 1, total: 0, items: [] } : []);
    const asked = panel.ask(query, RANGE, place);
    await ended(asked);
    expect(lanesOf(asked)).toHaveLength(1);
    const texts = [english('answer.nothing-found'), ...noticesOf(asked.packets[0])];
    expect(texts.filter((text) => isNamed(lanesOf(asked)[0], text))).toHaveLength(1);
  });

  it('that filters leave empty has a lane with the notice', async () => {
    const { panel } = wholePanel();
    const filters = [{ key: 'node', operator: '=', value: 'none' }];
    const asked = panel.ask(query, RANGE, { ...PLACES[0], filters });
    await ended(asked);
    expect(lanesOf(asked)).toHaveLength(1);
    expect(lanesOf(asked)).not.toEqual([english('answer.nothing-found')]);
  });

  it('of an empty variable has a lane with the notice, also if the service refused before', async () => {
    const { panel, service } = wholePanel();
    const variable = { nope: { value: '', text: '' } };
    const nothing = { ...query, systemId: '$nope', alertId: '$nope' };
    const asked = panel.ask(nothing, RANGE, { ...PLACES[0], scopedVars: variable });
    await ended(asked);
    expect(lanesOf(asked)).toEqual([expect.stringContaining('is empty')]);
    service.fault = () => ({ status: 502, statusText: 'Bad Gateway' });
    await ended(panel.ask({ queryType: 'alerts' }, RANGE));
    const again = panel.ask(nothing, RANGE, { ...PLACES[0], scopedVars: variable });
    await ended(again);
    expect(noticesOf(again.packets[0]).join()).toContain('502');
  });

  it('of a service that hangs has a lane with the notice', async () => {
    const { panel, service } = wholePanel();
    service.fault = () => 'hang';
    const asked = panel.ask(query, RANGE, PLACES[0]);
    await jest.advanceTimersByTimeAsync(20_000);
    const [lane] = lanesOf(asked);
    expect([lane, isNamed(lane, english('answer.still-waiting', { seconds: 15 }))]).toEqual([lane, true]);
    asked.leave();
  });

  it('of a service that refuses has no frame, so that the panel shows its own text', async () => {
    const { panel, service } = wholePanel();
    service.fault = () => ({ status: 403 });
    const asked = panel.ask(query, RANGE, PLACES[0]);
    await ended(asked);
    expect(lanesOf(asked)).toEqual([]);
  });
});
