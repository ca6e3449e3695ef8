import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';

/** The values that a filter offers while the service is only half there. */

startTestsAt(STORY);

it.each(['node', 'metric', 'system'])(
  '%s: names of alerts are offered if the service returns no anomalies',
  async (key) => {
    const { service, dataSource } = wholePanel();
    service.fault = ({ operation }) => (operation.includes('anomalies') ? 'hang' : undefined);
    let values: unknown[] | undefined;
    void dataSource.getTagValues({ key, filters: [] }).then((found) => (values = found));
    await jest.advanceTimersByTimeAsync(45_000);
    expect(values?.length).toBeGreaterThan(1);
  }
);
