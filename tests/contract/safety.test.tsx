import { type DataFrame } from '@grafana/data';
import { setBackendSrv } from '@grafana/runtime';
import { AnomalyDataSource } from '../../src/datasource';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { LONG } from '../support/long';
import { Asked, instanceSettings, requestOf } from '../support/panel';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants } from '../support/variants';
import { BASE } from '../support/wholeService';

/**
 * The service's texts are only text, whatever they look like, and the token never reaches a browser. Every text field of
 * every answer contains markup, a script address, or the token.
 */
const NOW = STORY + 30_000;
const TOKEN = 'glpat-THE-TOKEN-0123456789';
const MARKUP = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
const RUNS = 'javascript:alert(3)//';

startTestsAt(NOW);

/** Fields that are times, or words that determine how an answer is read. All others are free text. */
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

/** All texts in the result, with their paths. Functions are called without arguments. */
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

/** The HTML in a text, without line breaks and links to Grafana. */
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

it.each(allVariants())('$name shows markup and a script address as text', async ({ query }) => {
  const { service, ask } = wholePanel();
  service.body = (call) => poisoned(trueAnswer(call), RUNS + MARKUP);
  const { answer } = await ask(query, NOW);
  const frames = (answer?.data ?? []) as DataFrame[];
  for (const { fields } of frames) {
    for (const { name, config, values } of fields) {
      for (const { url } of config.links ?? []) {
        expect(url).not.toMatch(/javascript:|^data:/i);
      }
      // Grafana renders these two fields of an annotation as HTML, and everything else as text.
      if (query.queryType === 'annotations' && (name === 'title' || name === 'text')) {
        for (const html of values as Array<string | null>) {
          expect(elementsIn(html ?? '')).toEqual([]);
        }
      }
    }
  }
});

it.each(['alerts', 'alertEvents', 'anomalies'])('marks of %s show markup of metrics without links', async (source) => {
  const { service, ask } = wholePanel();
  const withoutNodes = (key: string, value: unknown) => (/^node(Id)?$/.test(key) ? { name: MARKUP } : value);
  service.body = (call) => JSON.parse(JSON.stringify(poisoned(trueAnswer(call), MARKUP)), withoutNodes) as unknown;
  const { answer } = await ask({ queryType: 'annotations', source }, NOW);
  const [frame] = (answer?.data ?? []) as DataFrame[];
  const texts = (frame.fields.find(({ name }) => name === 'text')?.values ?? []) as string[];
  expect(texts.join()).toContain('&lt;img');
  expect(texts.flatMap(elementsIn)).toEqual([]);
});

const SECRET = /glpat-|Bearer\s+\S{8}|secureJson/i;

/** Records what is sent or stored without Grafana's backend, which must be nothing. Call the result to stop. */
function traffic(): () => string[] {
  const found: string[] = [];
  const note = (what: string) => (): never => {
    found.push(what);
    throw new Error(`${what} is not for a plugin`);
  };
  const spies = [
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(note('storage')),
    jest.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(note('XMLHttpRequest')),
    jest.spyOn(document, 'cookie', 'set').mockImplementation(note('a cookie')),
  ];
  const { fetch } = globalThis;
  globalThis.fetch = note('fetch');
  return () => {
    spies.forEach((spy) => spy.mockRestore());
    globalThis.fetch = fetch;
    return found;
  };
}

/** The addresses of all links. */
function linksOf(frames: DataFrame[]): unknown[] {
  return frames.flatMap(({ fields }) => fields.flatMap(({ config }) => (config.links ?? []).map(({ url }) => url)));
}

describe('the token', () => {
  // The data source has the token, and the service repeats it in all its refusals.
  it.each(allVariants().filter((_, i) => LONG || i % 3 === 0))(
    'is in nothing that $name returns, requests, or stores',
    async ({ query }) => {
      const { service } = wholePanel();
      const own = new AnomalyDataSource({ ...instanceSettings(), ...{ secureJsonData: { accessToken: TOKEN } } });
      const requests: unknown[] = [];
      const { fetch } = service.backend;
      setBackendSrv({
        ...service.backend,
        fetch: (request) => {
          requests.push(request);
          return fetch(request);
        },
      });
      const past = traffic();
      const out: unknown[] = [
        own.context.settings,
        own.context.dataSource,
        own.getQueryDisplayText({ refId: 'A', ...query }),
      ];
      for (const fault of [undefined, { status: 500, text: `{"message":"Authorization: Bearer ${TOKEN} refused"}` }]) {
        service.fault = () => fault;
        const asked = new Asked(
          own,
          requestOf([{ ...query }], { from: Date.now() - 6 * 3600_000, to: Date.now() }, { maxDataPoints: 50 })
        );
        await ended(asked);
        out.push(asked.packets, linksOf(asked.packets.flatMap(({ data }) => data as DataFrame[])));
      }
      const held = (value: unknown) => textsIn(value, 'out').filter(({ text }) => SECRET.test(text));
      expect(held([out, requests, service.calls])).toEqual([]);
      expect(requests.length).toBeGreaterThan(0);
      for (const request of requests as Array<{
        url: string;
        method?: string;
        headers?: object;
        credentials?: string;
      }>) {
        expect(request.url.startsWith(`${BASE}/v`)).toBe(true);
        expect(request.method ?? 'GET').toBe('GET');
        expect(Object.keys(request.headers ?? {}).filter((name) => !/^x-cache/i.test(name))).toEqual([]);
      }
      expect(past()).toEqual([]);
    }
  );

  it('is nowhere in the data source or its requests, even if it was in the settings', async () => {
    const sent: unknown[] = [];
    const { service } = wholePanel();
    const instance = {
      ...instanceSettings(),
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

  it('in a message of the service is not repeated', async () => {
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

describe('requests', () => {
  it('are only GET, and only to the two families, whatever the query contains', async () => {
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
