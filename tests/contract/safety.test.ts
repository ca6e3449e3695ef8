import { type DataFrame, type DataSourceInstanceSettings } from '@grafana/data';
import { AnomalyDataSource } from '../../src/datasource';
import { type StoredSettings } from '../../src/settings';
import { ended, wholePanel } from '../support/faultMatrix';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants } from '../support/variants';
import { BASE } from '../support/wholeService';

/**
 * What the service sends is text, whatever it looks like; and the token is nowhere in a browser. In every text field of every
 * answer stands markup, an address that runs, or the token.
 */
const NOW = STORY + 30_000;
const TOKEN = 'glpat-THE-TOKEN-0123456789';
const MARKUP = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
const RUNS = 'javascript:alert(3)//';

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
});

/** Fields that are times, or words that decide how an answer is read; the rest is free text. */
const KEPT =
  /At$|Occurred$|^(from|to|start|end|started|updated|event_occured|timestamp|granularity|sourceGranularity|bucket|id|type|eventType|event_type)$/;

/** The answer with `text` in every text field. */
function poisoned(value: unknown, text: string, key = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => poisoned(item, text, key));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, text, name)]));
  }
  return typeof value === 'string' && !KEPT.test(key) ? `${text}${value}` : value;
}

/** Every text in whatever comes out, with the way to it; functions are called for none. */
function textsIn(value: unknown, way: string, found: Array<{ way: string; text: string }> = []) {
  if (typeof value === 'string') {
    found.push({ way, text: value });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      textsIn(inner, `${way}.${key}`, found);
    }
  }
  return found;
}

/** What is in a text that is HTML, beside line breaks and links to Grafana. */
function elementsIn(html: string): string[] {
  const box = document.createElement('div');
  box.innerHTML = html;
  return [...box.querySelectorAll('*')].flatMap((element) => {
    const { tagName, attributes } = element;
    const names = [...attributes].map(({ name }) => name).filter((name) => !['href', 'target', 'rel'].includes(name));
    const isOurs =
      tagName === 'A' && /^\/(explore|d)[?/]/.test(element.getAttribute('href') ?? '') && names.length === 0;
    return isOurs || (tagName === 'BR' && attributes.length === 0) ? [] : [element.outerHTML];
  });
}

describe.each(allVariants())('$name', ({ query }) => {
  it.each([
    ['markup', MARKUP],
    ['an address that runs', RUNS],
  ])('shows %s as text', async (_, text) => {
    const { service, ask } = wholePanel();
    service.body = (call) => poisoned(trueAnswer(call), text);
    const { answer } = await ask(query, NOW);
    const frames = (answer?.data ?? []) as DataFrame[];
    for (const { fields } of frames) {
      for (const { name, config, values } of fields) {
        for (const { url } of config.links ?? []) {
          expect(url).not.toMatch(/javascript:|^data:/i);
        }
        // Grafana takes these two of an annotation for HTML; everything else it draws as text.
        if (query.queryType === 'annotations' && (name === 'title' || name === 'text')) {
          for (const html of values as Array<string | null>) {
            expect(elementsIn(html ?? '')).toEqual([]);
          }
        }
      }
    }
  });
});

describe('the token', () => {
  it.each(allVariants().filter((_, i) => i % 5 === 0))(
    'is in no request, frame, error or notice of $name',
    async ({ query }) => {
      const { service, ask } = wholePanel();
      const { answer } = await ask(query, NOW);
      service.fault = () => ({ status: 500, text: '{"message":"no"}' });
      const failed = await ask(query, NOW + 60_000);
      const out = [answer, failed.answer, service.calls];
      expect(textsIn(out, 'out').filter(({ text }) => /Bearer|authorization|secure/i.test(text))).toEqual([]);
      expect(service.calls.every(({ url }) => url.startsWith(`${BASE}/v`))).toBe(true);
    }
  );

  it('is nowhere in the data source although somebody handed it over, nor in what it sends', async () => {
    const sent: unknown[] = [];
    const { service, dataSource } = wholePanel();
    const instance = {
      ...(dataSource as unknown as { instance: DataSourceInstanceSettings<StoredSettings> }).instance,
      secureJsonData: { accessToken: TOKEN },
    };
    const own = new AnomalyDataSource(instance);
    const state = { finished: false };
    void own.testDatasource().then((result) => {
      sent.push(result);
      state.finished = true;
    });
    await ended(state);
    expect(sent).toHaveLength(1);
    expect(
      textsIn([sent, service.calls, own.context.settings, own.context.dataSource], 'x')
        .map(({ text }) => text)
        .join()
    ).not.toContain(TOKEN);
  });

  it('in a word of the service is not repeated', async () => {
    const { service, ask } = wholePanel();
    service.fault = () => ({
      status: 403,
      text: `{"message":"token ${TOKEN} is not permitted: Authorization: Bearer ${TOKEN}"}`,
    });
    const { answer } = await ask({ queryType: 'alerts' }, NOW);
    expect(answer?.errors?.[0].message).toMatch(/403/);
    expect(JSON.stringify(answer)).not.toContain(`Bearer ${TOKEN}`);
  });
});

describe('what goes out', () => {
  it('is GET alone, to the two families alone, whatever the query holds', async () => {
    const { service, ask } = wholePanel();
    const evil = [
      '../../api/admin',
      '..',
      '.',
      'a/../../b',
      'x?y=1',
      'a#b',
      'a;b',
      'a%2f..%2fb',
      '\\..\\',
      'http://evil/',
      '//evil',
      'é\u0000',
    ];
    for (const id of evil) {
      for (const query of [
        { queryType: 'metric', nodeId: id, metricId: id },
        { queryType: 'alerts', alertId: id },
        { queryType: 'alertEvents', alertId: id, sequence: id },
        { queryType: 'anomalies', scope: 'update', alertId: id, updateId: id },
        { queryType: 'alertSearch', q: id },
      ]) {
        await ask(query, Date.now() + 60_000);
      }
    }
    expect(service.calls.length).toBeGreaterThan(20);
    for (const { url } of service.calls) {
      const { pathname, host } = new URL(url, 'https://grafana.example');
      expect(host).toBe('grafana.example');
      expect(pathname).toMatch(new RegExp(`^${BASE}/v[12]/`));
      expect(url).not.toMatch(/;/);
    }
  });
});
