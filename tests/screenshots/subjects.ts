import { type activeAlerts } from '../e2e/demo';

/** The first deviating metric of the worst alert. */
export async function deviating(alerts: ReturnType<typeof activeAlerts>) {
  const all = await alerts;
  const worst = all.find(({ impact }) => impact === 'severe') ?? all[0];
  return worst.metrics.find(({ type }) => type === 'deviation') ?? worst.metrics[0];
}
