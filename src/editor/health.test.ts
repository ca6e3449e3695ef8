import { type Answer, type Call, fakeService } from '../../tests/support/fakeContext';
import { type StoredSettings } from '../ground/settings';
import { checkHealth } from './health';

const ALERT = {
  id: 'a1',
  active: true,
  metrics: [
    { nodeId: 101, nodeName: 'db', statTypeId: 'cpu' },
    { nodeId: 102, nodeName: 'web', statTypeId: 'rps' },
  ],
};
const ANOMALY = { id: 'b', items: [{ node: { id: 103, name: 'queue' }, metrics: [{ id: 'depth' }] }] };

/** A healthy service, except for the operations in `faults`, by a part of their path. */
function service(faults: Record<string, Answer> = {}, jsonData: StoredSettings = {}, alerts: unknown[] = [ALERT]) {
  const answer = ({ path, raw }: Call): Answer => {
    const fault = Object.entries(faults).find(([part]) => raw.includes(part));
    if (fault) {
      return fault[1];
    }
    if (path.endsWith('/alerts')) {
      return { body: alerts };
    }
    if (path.endsWith('/timeseries')) {
      return { body: { bucket: '15m', buckets: [] } };
    }
    if (path.endsWith('/explore')) {
      return { body: { page: 1, limit: 1, total: 0, items: [] } };
    }
    return path.includes('/anomalies') ? { body: [ANOMALY] } : { body: { data: [] } };
  };
  return fakeService(answer, { jsonData, now: Date.UTC(2026, 0, 1, 12) });
}

describe('checkHealth', () => {
  it('shows what it found, and reads each family in use', async () => {
    const { context, calls } = service();
    expect(await checkHealth(context)).toEqual({
      status: 'success',
      message: 'The service responds. Active alerts: 1, nodes: 3.',
      details: {
        message: 'Available: Alerts (v2), Alert search (v2), Anomalies (v2), Metrics (v1).',
      },
    });
    expect(calls.map(({ raw }) => raw.replace(/from=.*/, '…'))).toEqual([
      'v2/alerts?expand=metrics',
      'v2/alerts/explore?page=1&limit=1',
      'v2/alerts/explore/timeseries?…',
      'v2/anomalies/current',
      'v2/anomalies?…',
      'v1/ad/metrics/101/cpu?…',
      'v1/ad/metrics/101/cpu?…',
    ]);
  });

  it('counts no alert as active that the service calls ended', async () => {
    const { context } = service({}, {}, [ALERT, { id: 'over', active: false, metrics: [] }]);
    expect((await checkHealth(context)).message).toContain('Active alerts: 1,');
  });

  it('uses the families in the settings', async () => {
    const { context, calls } = service({}, { alertsVersion: 'v1', metricVersion: 'v2' });
    const { details } = await checkHealth(context);
    expect(details?.message).toContain('Alerts (v1)');
    expect(details?.message).toContain('Metrics (v2)');
    expect(calls.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['v1/alerts', 'v2/metrics/101/cpu', 'v2/alerts/explore'])
    );
  });

  it.each<[string, Answer, RegExp]>([
    ['no URL', { status: 400, body: { message: 'Invalid data source URL: ""' } }, /^Enter the URL/],
    ['a bad URL', { status: 400, body: { message: 'Invalid data source URL: "ht tp"' } }, /^Not a valid URL/],
    ['a service that is away', { status: 504 }, /took too long/],
    [
      'a certificate in the settings that cannot be read',
      { status: 400, body: { message: 'Unable to load TLS certificate' } },
      /\(400\).*says: Unable to load TLS certificate/,
    ],
    ['another page', { body: '<html></html>' }, /Unexpected response.*points to the anomaly service/],
    ['no body', { body: null }, /Unexpected response.*points to the anomaly service/],
    ['other JSON', { body: { status: 'up' } }, /Unexpected response.*points to the anomaly service/],
    ['a list of something else', { body: [1, 'a'] }, /Unexpected response.*points to the anomaly service/],
    ['a refused token', { status: 401 }, /access token was refused \(401\)/],
    [
      "a refused token as Grafana's proxy tells it",
      { status: 400, body: { message: 'Authentication to data source failed' } },
      /access token/,
    ],
    ['a token without permission', { status: 403 }, /forbidden \(403\).*the service.*Grafana/],
    ['another service', { status: 404 }, /^No anomaly service at this URL.*\/v2\/alerts \(404\)/],
  ])('reports %s', async (_, answer, sentence) => {
    const { context } = service({ '/alerts': answer });
    const health = await checkHealth(context);
    expect(health.status).toBe('error');
    expect(health.message).toMatch(sentence);
  });

  it('accepts a service without alerts', async () => {
    const { context } = service({}, {}, []);
    expect(await checkHealth(context)).toMatchObject({
      status: 'success',
      message: 'The service responds. Active alerts: 0, nodes: 1.',
    });
  });

  it.each([
    ['anomalies', { '/anomalies': { status: 403 } }, 'error', "Couldn't read Anomalies (v2)"],
    ['anomalies of a range', { 'anomalies?': { status: 403 } }, 'error', "Couldn't read Anomalies (v2)"],
    ['alert counts', { '/timeseries': { status: 403 } }, 'error', "Couldn't read Alert search (v2)"],
    ['alert search', { '/explore': { status: 404 } }, 'warning', "Couldn't read Alert search (v2)"],
    ['metric data', { '/ad/metrics': { status: 403 } }, 'error', "Couldn't read Metrics (v1)"],
  ])('reports the family that cannot be read: %s', async (_, faults, status, text) => {
    const { context } = service(faults);
    const health = await checkHealth(context);
    expect(health).toMatchObject({ status, message: expect.stringContaining(text) });
    expect(health.details?.message).toMatch(/^Available: Alerts \(v2\)/);
  });

  it('fails if settings cannot be read, and names them', async () => {
    const stored: unknown = { reuseFor: 'an hour', sharedCache: 'perhaps', maxWindow: 7, metricVersion: 'V1' };
    const { context } = service({}, stored as StoredSettings);
    expect(await checkHealth(context)).toMatchObject({
      status: 'error',
      message: 'These settings have invalid values, so their defaults apply: reuseFor, sharedCache. Correct them.',
      details: { message: expect.stringMatching(/^Available: Alerts \(v2\)/) },
    });
  });

  it.each([
    ['/explore', "Couldn't read Alert search (v2)"],
    ['/alerts?', 'it has no /v2/alerts (404)'],
  ])('reports unreadable settings in addition to an unreadable family: %s', async (path, text) => {
    const stored: unknown = { reuseFor: 'an hour' };
    const { context } = service({ [path]: { status: 404 } }, stored as StoredSettings);
    const { message, details } = await checkHealth(context);
    expect(message).toContain(text);
    expect(details?.message).toContain('their defaults apply: reuseFor.');
  });

  it('reports broken links', async () => {
    const links = [
      { title: 'Logs', url: 'https://logs/?q={{node}}' },
      { title: 'Runs', url: 'javascript:alert(1)' },
      { title: 'Typed', url: '/x/{{host}}' },
      { title: 'Hosts', url: '/x', on: ['host'] },
      { title: 'Nodes', url: '/x', on: ['Node'] },
    ];
    const { context } = service({}, { links } as StoredSettings);
    expect(await checkHealth(context)).toMatchObject({
      status: 'error',
      message: "These links have an invalid URL, placeholder, or `on` and aren't shown: Runs, Typed, Hosts.",
    });
  });

  it.each([400, 404])('accepts %i for one metric if another answers, and warns if all are refused', async (status) => {
    const one = service({ '/metrics/101': { status } });
    expect(await checkHealth(one.context)).toMatchObject({
      status: 'success',
      details: { message: expect.stringContaining('Metrics (v1)') },
    });
    const all = service({ '/ad/metrics': { status } });
    expect(await checkHealth(all.context)).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(new RegExp(`Couldn't read Metrics \\(v1\\).*\\(${status}\\)`)),
    });
    expect(all.calls.filter(({ path }) => path.includes('/metrics/'))).toHaveLength(3);
  });

  it.each([400, 404])(
    'accepts %i for the metric in the settings, which may be unknown, and mentions it',
    async (status) => {
      const settings = { defaultNodeId: '7', defaultMetricId: 'cpu' };
      const { context } = service({ '/anomalies': { body: [] }, '/ad/metrics': { status } }, settings, []);
      expect(await checkHealth(context)).toMatchObject({
        status: 'success',
        details: { message: expect.stringContaining(`(${status})`) },
      });
    }
  );

  it('reads the metric in the settings if there are no others', async () => {
    const faults = { '/anomalies': { body: [] } };
    const { context, calls } = service(faults, { defaultNodeId: '7', defaultMetricId: 'a/b' }, []);
    await checkHealth(context);
    expect(calls.map(({ raw }) => raw)).toContainEqual(expect.stringMatching(/^v1\/ad\/metrics\/7\/a%2Fb\?/));
  });

  it.each([{}, { defaultNodeId: '$node', defaultMetricId: 'cpu' }])(
    'reports that metric data was not checked if no metric is known: %p',
    async (jsonData) => {
      const { context, calls } = service({ '/anomalies': { body: [] } }, jsonData, []);
      const { status, details } = await checkHealth(context);
      expect(status).toBe('success');
      expect(details?.message).toContain('Not checked: Metrics (v1)');
      expect(calls.some(({ path }) => path.includes('metrics/'))).toBe(false);
    }
  );
});
