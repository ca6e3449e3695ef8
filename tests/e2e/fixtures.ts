import { type APIRequestContext, expect, type Locator, test as base } from '@playwright/test';
import { type Server, startService, startWorkbench } from './servers';

/** A request that the demo service received. */
export interface ReceivedRequest {
  url: string;
  status: number | null;
  aborted: boolean;
}

/** The demo service's own controls: what makes it faulty, and what it was asked. */
export class ServiceControl {
  /** @param controls where the controls are, also while the service refuses connections */
  private constructor(
    readonly url: string,
    private readonly controls: string,
    private readonly http: APIRequestContext
  ) {}

  static async of(url: string, http: APIRequestContext): Promise<ServiceControl> {
    const { control } = await (await http.get(`${url}/demo`)).json();
    return new ServiceControl(url, control, http);
  }

  /** What was asked since the start or `forget`, oldest first. */
  async requests(): Promise<ReceivedRequest[]> {
    return (await this.http.get(`${this.controls}/demo/requests`)).json();
  }

  async forget() {
    await this.http.delete(`${this.controls}/demo/requests`);
  }

  /** Makes it slow or faulty; see the demo service's README. Taken back after the test. */
  async suffer(...faults: object[]) {
    await this.http.put(`${this.controls}/demo/faults`, { data: faults });
  }

  /** Makes it another service; see the demo service's README. Taken back after the test. */
  async behave(...quirks: object[]) {
    await this.http.put(`${this.controls}/demo/quirks`, { data: quirks });
  }

  async recover() {
    await this.http.delete(`${this.controls}/demo/faults`);
    await this.http.delete(`${this.controls}/demo/quirks`);
  }
}

interface WorkerFixtures {
  /** Flags of the demo service; set with `test.use({ serviceFlags: [...] })`. */
  serviceFlags: string[];
  serviceServer: Server;
  workbenchServer: Server;
}

interface Fixtures {
  service: ServiceControl;
  /** Sets the data source's address and token, as its settings page would; taken back after the test. */
  setSource: (changes: { url?: string; accessToken?: string; jsonData?: object }) => Promise<void>;
}

/** Tests against a demo service and a workbench of the worker's own; `page` starts at the workbench's address. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serviceFlags: [[], { scope: 'worker', option: true }],
  serviceServer: [
    async ({ serviceFlags }, provide) => {
      const server = await startService(serviceFlags);
      await provide(server);
      await server.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  workbenchServer: [
    async ({ serviceServer }, provide) => {
      const server = await startWorkbench(serviceServer.url);
      await provide(server);
      await server.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ workbenchServer }, provide) => provide(workbenchServer.url),
  service: async ({ serviceServer, request }, provide) => {
    const control = await ServiceControl.of(serviceServer.url, request);
    await control.recover();
    await control.forget();
    await provide(control);
    await control.recover();
  },
  setSource: async ({ workbenchServer, serviceServer, request }, provide) => {
    const address = `${workbenchServer.url}/api/datasources/uid/anomaly-monitoring`;
    const set: Fixtures['setSource'] = async ({ url, accessToken, jsonData }) => {
      const secureJsonData = accessToken === undefined ? {} : { accessToken };
      await request.put(address, { data: { url, jsonData, secureJsonData } });
    };
    await provide(set);
    await set({ url: serviceServer.url, accessToken: 'demo-token', jsonData: {} });
  },
});

export { expect };

/** A panel by its title, once its data is there (or failed). */
export async function settled(panel: Locator): Promise<Locator> {
  await expect(panel).toHaveAttribute('data-state', /Done|Error/);
  return panel;
}
