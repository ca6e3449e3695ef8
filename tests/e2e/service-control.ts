import { type APIRequestContext } from '@playwright/test';

/** A request that the demo service received. */
export interface ReceivedRequest {
  method: string;
  url: string;
  status: number | null;
  /** When it came, ISO 8601. */
  startedAt: string;
  /** Milliseconds until the answer was out or the caller gone; null as long as it is under way. */
  duration: number | null;
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
    const controls = new URL(control);
    controls.hostname = new URL(url).hostname;
    return new ServiceControl(url, controls.origin, http);
  }

  /** The requests since the start or `forget`, oldest first. */
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

  /** What the service says of itself: its day, its faults, and so on. */
  async state(): Promise<unknown> {
    return (await this.http.get(`${this.controls}/demo`)).json();
  }

  /** Makes another day; see the demo service's README. Not taken back after the test. */
  async mood(mood: string) {
    await this.http.put(`${this.controls}/demo/mood`, { data: { mood } });
  }

  async recover() {
    await this.http.delete(`${this.controls}/demo/faults`);
    await this.http.delete(`${this.controls}/demo/quirks`);
  }
}
