import { type APIRequestContext } from '@playwright/test';

/** A request that the demo service received. */
export interface ReceivedRequest {
  method: string;
  url: string;
  status: number | null;
  /** When it arrived, as ISO 8601. */
  startedAt: string;
  /** Milliseconds until the answer was sent or the caller left. Null while it is running. */
  duration: number | null;
  aborted: boolean;
}

/** The demo service's own controls: its faults, and the requests that it received. */
export class ServiceControl {
  /** @param controls the address of the controls, which works even while the service refuses connections */
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

  /** Makes the service slow or faulty; see the demo service's README. It is undone after the test. */
  async suffer(...faults: object[]) {
    await this.http.put(`${this.controls}/demo/faults`, { data: faults });
  }

  /** What the service reports about itself: its day, its faults, and so on. */
  async state(): Promise<unknown> {
    return (await this.http.get(`${this.controls}/demo`)).json();
  }

  /** Starts another day; see the demo service's README. It is not undone after the test. */
  async mood(mood: string) {
    await this.http.put(`${this.controls}/demo/mood`, { data: { mood } });
  }

  async recover() {
    await this.http.delete(`${this.controls}/demo/faults`);
    await this.http.delete(`${this.controls}/demo/quirks`);
  }
}
