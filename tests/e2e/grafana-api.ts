import fs from 'node:fs';
import path from 'node:path';
import { type APIRequestContext, type APIResponse } from '@playwright/test';
import { ADMIN, GRAFANA_URL, PLUGIN_ID } from './house';
import { type SourceSettings } from './stage';

const SHIPPED = path.resolve(__dirname, '../../src/dashboards');
const BASIC = `Basic ${Buffer.from(`${ADMIN.user}:${ADMIN.password}`).toString('base64')}`;

/** Grafana's HTTP API, as far as the suite needs it. It runs as an administrator, whoever the user of the pages is. */
export class GrafanaApi {
  private shipped?: Promise<void>;

  constructor(private readonly http: APIRequestContext) {}

  /** Creates a data source of the plugin. */
  async addSource(uid: string, name: string, { url = '', accessToken, jsonData = {} }: SourceSettings) {
    await this.send('POST', '/api/datasources', {
      uid,
      name,
      type: PLUGIN_ID,
      access: 'proxy',
      url,
      jsonData,
      secureJsonData: accessToken === undefined ? {} : { accessToken },
    });
  }

  /** Changes a data source. Secrets that are not given stay. */
  async setSource(uid: string, { url, accessToken, secrets, jsonData }: SourceSettings) {
    const address = `/api/datasources/uid/${uid}`;
    // Without the version, it succeeds even if a page that was just left has saved meanwhile.
    const { version, ...stored } = await (await this.send('GET', address)).json();
    if (stored.jsonData.tlsAuth) {
      // Grafana's proxy keeps a source's certificates until it is changed at least a second later.
      await new Promise((resolve) => setTimeout(resolve, 1100));
    }
    await this.send('PUT', address, {
      ...stored,
      url: url ?? stored.url,
      jsonData: jsonData ?? stored.jsonData,
      secureJsonData: { ...secrets, ...(accessToken !== undefined && { accessToken }) },
    });
  }

  async nameOf(uid: string): Promise<string> {
    return (await (await this.send('GET', `/api/datasources/uid/${uid}`)).json()).name;
  }

  async deleteSource(uid: string) {
    await this.send('DELETE', `/api/datasources/uid/${uid}`);
  }

  /** Creates a user with Grafana's default role, Viewer. @returns the user's ID */
  async addViewer(login: string, password: string): Promise<number> {
    const response = await this.send('POST', '/api/admin/users', { name: login, login, password });
    return (await response.json()).id;
  }

  async deleteUser(id: number) {
    await this.send('DELETE', `/api/admin/users/${id}`);
  }

  async saveDashboard(dashboard: object) {
    await this.send('POST', '/api/dashboards/db', { dashboard, overwrite: true });
  }

  async deleteDashboard(uid: string) {
    await this.send('DELETE', `/api/dashboards/uid/${uid}`);
  }

  /** Adds the plugin's dashboards, if they are not provisioned. */
  shipDashboards(): Promise<void> {
    this.shipped ??= this.importShipped();
    return this.shipped;
  }

  /** Whether an address of the API exists. */
  async has(address: string): Promise<boolean> {
    return (await this.http.get(`${GRAFANA_URL}${address}`, { headers: { authorization: BASIC } })).ok();
  }

  private async importShipped() {
    for (const file of fs.readdirSync(SHIPPED).filter((name) => name.endsWith('.json'))) {
      const dashboard = JSON.parse(fs.readFileSync(path.join(SHIPPED, file), 'utf8'));
      if (!(await this.has(`/api/dashboards/uid/${dashboard.uid}`))) {
        await this.saveDashboard(dashboard);
      }
    }
  }

  private async send(method: string, address: string, data?: object): Promise<APIResponse> {
    const response = await this.http.fetch(`${GRAFANA_URL}${address}`, {
      method,
      data,
      headers: { authorization: BASIC },
    });
    if (!response.ok()) {
      throw new Error(`${method} ${address}: ${response.status()} ${await response.text()}`);
    }
    return response;
  }
}
