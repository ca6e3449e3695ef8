import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { FAULTS } from '../support/faults';
import { flawsOf, givesAdvice } from '../support/said';
import { STORY } from '../support/trueAnswers';

/** Every fault with Save & test, and with the values of ad hoc filters. */
const NOW = STORY + 30_000;

startTestsAt(NOW);

async function settled<T>(promise: Promise<T>): Promise<{ value?: T; error?: unknown }> {
  const state: { finished: boolean; value?: T; error?: unknown } = { finished: false };
  promise.then(
    (value) => Object.assign(state, { finished: true, value }),
    (error: unknown) => Object.assign(state, { finished: true, error })
  );
  await ended(state);
  expect(state.finished).toBe(true);
  return state;
}

describe.each(FAULTS)('$name', ({ name, fault, says }) => {
  it('on all requests of Save & test is an error with advice, and disappears with the fault', async () => {
    const { service, dataSource } = wholePanel();
    service.fault = () => fault;
    const { value, error } = await settled(dataSource.testDatasource());
    expect(error).toBeUndefined();
    expect(value?.status).toBe('error');
    const message = value?.message ?? '';
    expect(flawsOf(message)).toEqual([]);
    expect(givesAdvice(message) ? '' : message).toBe('');
    expect(message).toMatch(says && name !== '404' ? says : /./);
    service.fault = () => undefined;
    expect((await settled(dataSource.testDatasource())).value).toMatchObject({ status: 'success' });
  });

  it.each(['v2/alerts', 'v2/alerts/explore', 'v2/anomalies/current', 'v1/ad/metrics/*/*'])(
    'on %s alone: the message names what cannot be read',
    async (operation) => {
      const { service, dataSource } = wholePanel();
      service.fault = (call) => (call.operation === operation ? fault : undefined);
      const { value, error } = await settled(dataSource.testDatasource());
      expect(error).toBeUndefined();
      const said = [value?.message ?? '', String(value?.details?.message ?? '')].filter(Boolean);
      expect(said.flatMap(flawsOf)).toEqual([]);
      const word = { 'v2/alerts': /./, 'v2/alerts/explore': /search/, 'v2/anomalies/current': /Anomalies/ }[operation];
      expect(said.join(' ')).toMatch(word ?? /Metrics/);
      expect([value?.status, said.join(' ')]).not.toEqual(['success', expect.not.stringMatching(/Couldn't read/)]);
    }
  );

  it('on the values of a filter does not hang, and the values are back without it', async () => {
    const { service, dataSource } = wholePanel();
    service.fault = () => fault;
    const { value, error } = await settled(dataSource.getTagValues({ key: 'node', filters: [] }));
    expect(error === undefined ? value : flawsOf((error as Error).message)).toEqual([]);
    service.fault = () => undefined;
    await jest.advanceTimersByTimeAsync(120_000);
    const after = await settled(dataSource.getTagValues({ key: 'node', filters: [] }));
    expect(after.value?.map(({ text }) => text)).toContain('web-1');
  });
});
