import { type Page } from '@playwright/test';
import { type Certificates, hasOpenssl, makeCertificates } from './certificates';
import { listedMetrics, metricRequests } from './demo';
import { expect, test as base } from './grafana';
import { HOST_FOR_GRAFANA } from './house';
import { type SourceSettings, type Stage } from './stage';
import { startTlsFront, type TlsFront } from './tls-front';

// A service with a private CA that requires a client certificate, through Grafana's data proxy.

const test = base.extend<{ front: (refusal: 'connection' | 'page') => Promise<TlsFront> }, { signed: Certificates }>({
  signed: [
    async ({}, provide) => provide(makeCertificates(['127.0.0.1', 'localhost', HOST_FOR_GRAFANA])),
    { scope: 'worker' },
  ],
  front: async ({ signed, serviceServer }, provide) => {
    const started: TlsFront[] = [];
    await provide(async (refusal) => {
      const front = await startTlsFront(signed, serviceServer.url, refusal);
      started.push(front);
      return front;
    });
    await Promise.all(started.map((front) => front.close()));
  },
});

test.skip(!hasOpenssl(), 'There is no openssl here to make certificates with.');

// Settings are restored after a test, but secrets are not.
test.afterEach(({ stage }) => stage.source({ secrets: { tlsCACert: '', tlsClientCert: '', tlsClientKey: '' } }));

const result = (page: Page) => page.locator('[data-testid^="data-testid Alert "]').last();

async function saveAndTest(page: Page) {
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(result(page)).toBeVisible();
}

/** Save & test for a data source with these settings. */
async function saveAndTestWith(stage: Stage, settings: SourceSettings) {
  await stage.source(settings);
  await stage.settings();
  await saveAndTest(stage.page);
}

/** Their names in Grafana's settings. */
const withCa = ({ ca }: Certificates) => ({ tlsCACert: ca });
const withBoth = (url: string, signed: Certificates, { cert, key }: Certificates['client']): SourceSettings => ({
  url,
  jsonData: { tlsAuthWithCACert: true, tlsAuth: true },
  secrets: { ...withCa(signed), tlsClientCert: cert, tlsClientKey: key },
});

const NOT_REACHED = /could not reach the service \(502\)\. Check the URL and certificate/;

test('Save & test names the certificate of an unknown CA', async ({ page, stage, front, service, expected }) => {
  expected.statuses.push(502);
  await saveAndTestWith(stage, { url: (await front('connection')).url });
  await expect(result(page)).toContainText(NOT_REACHED);
  await expect(result(page)).not.toContainText(/Active alerts: \d/);
  expect(await service.requests()).toEqual([]);
});

test('Save & test names the certificate if the service drops clients without one', async ({
  page,
  stage,
  front,
  signed,
  service,
  expected,
}) => {
  expected.statuses.push(502);
  const { url } = await front('connection');
  await saveAndTestWith(stage, { url, jsonData: { tlsAuthWithCACert: true }, secrets: withCa(signed) });
  await expect(result(page)).toContainText(NOT_REACHED);
  expect(await service.requests()).toEqual([]);
});

test('Save & test names the certificate if the service requests one', async ({
  page,
  stage,
  front,
  signed,
  expected,
}) => {
  expected.statuses.push(400);
  const { url } = await front('page');
  await saveAndTestWith(stage, withBoth(url, signed, signed.stranger));
  await expect(result(page)).toContainText(/\(400\).*The service says: .*SSL certificate/);
});

test('Save & test names a client certificate with the wrong key', async ({ page, stage, front, signed, expected }) => {
  expected.statuses.push(400);
  const { url } = await front('connection');
  await saveAndTestWith(stage, withBoth(url, signed, { cert: signed.client.cert, key: signed.stranger.key }));
  await expect(result(page)).toContainText(/\(400\).*The service says: Unable to load TLS certificate/);
});

test('with the CA and a client certificate, entered by hand, Save & test succeeds, and a panel draws', async ({
  page,
  stage,
  front,
  signed,
  service,
  request,
}) => {
  const [{ nodeId, metricId }] = await listedMetrics(service, request);
  await stage.source({ url: (await front('connection')).url });
  await stage.settings();
  await page.getByLabel('Add self-signed certificate').click({ force: true });
  await page.getByLabel('CA Certificate').fill(signed.ca);
  await page.getByLabel('TLS Client Authentication').click({ force: true });
  await page.getByLabel('ServerName').fill('127.0.0.1');
  await page.getByLabel('Client Certificate').fill(signed.client.cert);
  await page.getByLabel('Client Key').fill(signed.client.key);
  await saveAndTest(page);
  await expect(result(page)).toContainText(/Active alerts: \d+/);

  await service.forget();
  const targets = [{ nodeId: String(nodeId), metricId }];
  await stage.dashboard({ panels: [{ title: 'Behind TLS', type: 'timeseries', targets }] });
  const panel = await stage.settled(stage.panel('Behind TLS'));
  await expect(panel.locator('.uplot canvas')).toBeVisible();
  await expect(panel.getByText(/No data|could not/)).toHaveCount(0);
  const asked = await metricRequests(service);
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked.map((one) => `${one.nodeId}:${one.metricId}`))).toEqual(new Set([`${nodeId}:${metricId}`]));
});
