import { expect, type PluginFixture, type PluginOptions, test as plugin } from '@grafana/plugin-e2e';
import { type PlaywrightTestArgs, type PlaywrightTestOptions, type TestType } from '@playwright/test';
import { type Fixtures, houseFixtures, type WorkerFixtures } from './fixtures';
import { type GrafanaStage } from './grafana-stage';

interface OfGrafana {
  /** The stage, which is always a Grafana here. */
  grafana: GrafanaStage;
}

type All = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & PluginFixture & Fixtures & OfGrafana,
  PluginOptions & WorkerFixtures
>;

/** As in `fixtures.ts`, with the pages of Grafana's own test library, for features that only Grafana has. */
export const test = plugin.extend<Fixtures, WorkerFixtures>(houseFixtures as never).extend({
  // The library opens the home page to read this, and repeats it before each test.
  bootData: async ({ request }: PlaywrightTestArgs, provide: (data: object) => Promise<void>) => {
    const { version } = await (await request.get('/api/health')).json();
    await provide({ version, namespace: 'default', selectorsUrl: undefined });
  },
  page: async ({ context }: PlaywrightTestArgs, provide: (page: object) => Promise<void>) => {
    const page = await context.newPage();
    await provide(page);
    await page.close();
  },
  grafana: async ({ stage }: Fixtures, provide: (stage: object) => Promise<void>) => provide(stage),
} as never) as unknown as All;

export { expect };
