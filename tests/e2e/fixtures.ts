import { type APIRequestContext, expect, type PlaywrightWorkerArgs, test as base } from '@playwright/test';
import { GrafanaApi } from './grafana-api';
import { GrafanaStage } from './grafana-stage';
import { ADMIN, GRAFANA_URL, inGrafana } from './house';
import { brokenRules, type Expected } from './rules';
import { type Server, startService, startWorkbench } from './servers';
import { ServiceControl } from './service-control';
import { type Stage } from './stage';
import { Traffic } from './traffic';
import { WorkbenchStage } from './workbench-stage';

export interface WorkerFixtures {
  /** Flags of the demo service. Set them with `test.use({ serviceFlags: [...] })`. */
  serviceFlags: string[];
  /** The name of the data source in a Grafana. If empty, the worker's own. */
  sourceName: string;
  serviceServer: Server;
  /** The address of the pages, and the uid of the data source for the demo service. */
  house: { url: string; uid: string; api?: GrafanaApi };
}

type Cookies = Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];

export interface Fixtures {
  service: ServiceControl;
  stage: Stage;
  /** The page's requests to the service. They are checked against the general rules after each test. */
  traffic: Traffic;
  /** Deliberate errors. A spec adds to it. */
  expected: Expected;
}

/** A demo service for each worker, in the workbench or Grafana that the environment chooses. */
export const houseFixtures: Parameters<typeof base.extend<Fixtures, WorkerFixtures>>[0] = {
  serviceFlags: [[], { scope: 'worker', option: true }],
  sourceName: ['', { scope: 'worker', option: true }],
  serviceServer: [
    async ({ serviceFlags }, provide) => {
      const server = await startService(serviceFlags);
      await provide(server);
      await server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  house: [
    async ({ serviceServer, sourceName, playwright }, provide, { workerIndex }) => {
      if (!GRAFANA_URL) {
        const workbench = await startWorkbench(serviceServer.url);
        await provide({ url: workbench.url, uid: 'anomaly-monitoring' });
        await workbench.close();
        return;
      }
      const http = await playwright.request.newContext();
      const api = new GrafanaApi(http);
      const uid = `e2e-${workerIndex}-${Date.now().toString(36)}`;
      await api.addSource(uid, sourceName || `Anomaly Monitoring ${uid}`, {
        url: serviceServer.urlForGrafana,
        accessToken: 'demo-token',
      });
      await provide({ url: GRAFANA_URL, uid, api });
      await api.deleteSource(uid);
      await http.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ house }, provide) => provide(house.url),
  storageState: async ({ playwright }, provide) => provide({ cookies: await signIn(playwright), origins: [] }),
  expected: async ({}, provide) => provide({ statuses: [], console: [], atOnce: 4 }),
  traffic: [
    async ({ page, service, expected }, provide, testInfo) => {
      const traffic = new Traffic(page);
      await provide(traffic);
      if (testInfo.status === testInfo.expectedStatus) {
        expect(brokenRules(traffic, await service.requests(), expected)).toEqual([]);
      }
    },
    { auto: true },
  ],
  service: async ({ serviceServer, request }, provide) => {
    const control = await ServiceControl.of(serviceServer.url, request);
    await control.recover();
    await control.forget();
    await provide(control);
    await control.recover();
  },
  stage: async ({ page, house, serviceServer, traffic, request }, provide) => {
    const { url, uid, api } = house;
    const address = inGrafana ? serviceServer.urlForGrafana : serviceServer.url;
    const stage = api
      ? new GrafanaStage(page, api, traffic, uid, address)
      : new WorkbenchStage(page, request, url, address);
    let changed = false;
    const source = stage.source.bind(stage);
    stage.source = (settings) => {
      changed = true;
      return source(settings);
    };
    await provide(stage);
    if (stage instanceof GrafanaStage) {
      await stage.close();
    }
    if (changed) {
      await source({ url: address, accessToken: 'demo-token', jsonData: {} });
    }
  },
};

/** A session for the test. Grafana renews sessions every ten minutes, and then rejects the earlier cookies. */
async function signIn({ request }: PlaywrightWorkerArgs['playwright']): Promise<Cookies> {
  if (!GRAFANA_URL) {
    return [];
  }
  const http = await request.newContext();
  await http.post(`${GRAFANA_URL}/login`, { data: ADMIN });
  const { cookies } = await http.storageState();
  await http.dispose();
  // Without its expiry, a page with a moved clock doesn't renew the session.
  return cookies.filter(({ name }) => !name.endsWith('_expiry'));
}

export const test = base.extend<Fixtures, WorkerFixtures>(houseFixtures);

export { expect };
