import i18next from 'i18next';
import { type DataFrame } from '@grafana/data';
import { marked, type Token, type Tokens } from 'marked';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../../tests/support/demoContext';
import { fakeRequest } from '../../../tests/support/fakeContext';
import { inLanguage } from '../../../tests/support/language';
import { FEW } from '../../../tests/support/long';
import { runAny } from '../../../tests/support/run';
import { type MadeAlert, storyService } from '../../../tests/support/storyService';
import { metricTitle } from '../../facts/titles';
import { HOUR, MINUTE } from '../../ground/spans';
import { distinctNumbers, significant } from '../../table/texts';
import { wordOf } from '../../table/words';
import { durationText } from '../../ground/texts';
import { rowsOf } from '../../../tests/support/rowsOf';

const NOW = Date.UTC(2026, 10, 21, 12);
const LANGUAGES = ['en-US', 'de-DE', 'es-ES', 'fr-FR'];
/** Columns that are unknown if something was not read completely. */
const TOO_MUCH =
  /\b(all|only|no other|never|alle|nur|nie|kein andere|todos|todas|solo|nunca|ningún otro|tous|toutes|seul|jamais|aucun autre)\b/i;

type Row = Record<string, unknown>;

/** The displayed text of a Markdown document, and its elements. */
function shownOf(markdown: string) {
  const kinds = new Set<string>();
  const links: string[] = [];
  let items = 0;
  const walk = (tokens: Token[]): string =>
    tokens
      .map((token) => {
        kinds.add(token.type);
        if (token.type === 'link') {
          links.push((token as Tokens.Link).href);
          return '';
        }
        if (token.type === 'list') {
          items += (token as Tokens.List).items.length;
          return (token as Tokens.List).items.map((item) => `${walk(item.tokens)}\n`).join('');
        }
        if ('tokens' in token && token.tokens) {
          return `${walk(token.tokens)}\n`;
        }
        return decoded(token.type === 'space' ? '\n' : 'text' in token ? String(token.text) : token.raw);
      })
      .join('');
  const text = walk(marked.lexer(markdown));
  return { text, kinds, links, items };
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" };

function decoded(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity]);
}

/** With the decimal sign of the language. */
function written(number: string): string {
  return number.replace('.', (1.5).toLocaleString(i18next.language)[1]);
}

/** Mistakes in the text of a summary. */
function flawsOf(summary: Row, timeline: Row[]): string[] {
  const markdown = String(summary.text);
  const { text, kinds, links, items } = shownOf(markdown);
  const numbers = (row: Row, ...names: string[]) =>
    names.flatMap((name) => (typeof row[name] === 'number' ? [row[name]] : []));
  const minute = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
  const told = [
    String(summary.title),
    ...timeline.flatMap(({ system }) => (typeof system === 'string' ? [system] : [])),
    ...timeline.map(({ metric, node }) => metricTitle({ metricName: String(metric), nodeName: String(node) })),
    ...numbers(summary, 'since', 'until', 'asOf', 'lastTime', 'silentSince').map(minute),
    ...timeline.flatMap((row) => numbers(row, 'joinedAt', 'leftAt').map(minute)),
    ...numbers(summary, 'duration', 'lag', 'usually').map(durationText),
    wordOf(String(summary.impact)),
    ...numbers(summary, 'metrics', 'nodes', 'outside', 'earlier').map(String),
    ...numbers(summary, 'lastValue').map((one) => written(significant(one))),
    ...timeline.flatMap((row) => numbers(row, 'worst').map((one) => written(significant(one)))),
    ...timeline.flatMap((row) => distinctNumbers(numbers(row, 'value', 'expectedFrom', 'expectedTo'), 2).map(written)),
  ].sort((a, b) => b.length - a.length);
  const isNumber = (one: string) => /^-?[\d.,e+-]+( [MGT])?$/.test(one);
  // Names and times are removed first, completely. A number only counts without adjacent digits.
  const rest = told.reduce((left, one) => {
    const pattern = one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return isNumber(one)
      ? left.replace(new RegExp(`(?<![\\d.,-])${pattern}(?![\\d.,]*\\d)`, 'g'), '')
      : left.split(one).join('\u0000');
  }, text);
  return [
    ...(/\d/.test(rest) ? [`has a number of its own: ${rest}`] : []),
    ...(TOO_MUCH.test(rest) ? [`claims too much: ${rest}`] : []),
    ...(markdown.length > 1500 ? [`is ${markdown.length} characters long`] : []),
    ...(markdown.split('\n').length > 20 ? ['has too many lines'] : []),
    ...(items === markdown.split('\n').length - 2 ? [] : ['has other items than lines']),
    ...(/^\*\*.*\*\*\n\n- /.test(markdown) ? [] : ['has no blank line below the title']),
    ...(text.includes(String(summary.title)) ? [] : ['does not have the title']),
    ...(links.length === 1 && links[0].startsWith('http://localhost/d/') ? [] : [`links to ${links.join(' ')}`]),
    ...[...kinds].filter((kind) => !['paragraph', 'strong', 'list', 'text', 'link', 'escape', 'space'].includes(kind)),
  ];
}

describe('the stories of the demo', () => {
  let demo: Demo;
  let ids: string[];
  beforeAll(async () => {
    demo = await demoContext(NOW, { mood: 'busy' });
    const range = `from=${new Date(NOW - 72 * HOUR).toISOString()}&to=${new Date(NOW).toISOString()}`;
    const { items } = await demo.read<{ items: Array<{ id: string }> }>(`v2/alerts/explore?${range}&limit=200`);
    ids = items.map(({ id }) => id);
  });
  afterAll(() => demo.service.close());

  const ask = async (alertId: string, format: string) => {
    const request = fakeRequest([{ queryType: 'story', alertId, format }], { from: NOW - HOUR, to: NOW });
    const { data } = await lastValueFrom(runAny(request.targets, request, demo.context));
    return rowsOf(data[0] as DataFrame);
  };

  it.each(LANGUAGES)('have texts with the same numbers, names, and times as the columns (%s)', async (language) => {
    await inLanguage(language, async () => {
      expect(ids.length).toBeGreaterThan(5);
      for (const id of FEW ? ids.slice(0, 6) : ids) {
        const [summary] = await ask(id, 'summary');
        expect([id, flawsOf(summary, await ask(id, 'timeline'))]).toEqual([id, []]);
      }
    });
  });
});

const alertOf = (names: string[]): MadeAlert => ({
  id: 'a',
  impact: 'high',
  from: NOW - HOUR,
  to: null,
  metrics: names.map((metricName, i) => ({
    nodeId: i,
    nodeName: metricName,
    metricId: `m${i}`,
    metricName,
    joinedAt: NOW - HOUR + i * MINUTE,
    severity: 'red',
    outside: { from: NOW - 70 * MINUTE, to: Infinity, value: 150 + i },
  })),
});

/** Names with characters that are special in Markdown or HTML. */
const NAMES = [
  '**bold** _it_ ~~gone~~',
  '`code` ``x``',
  '[link](https://evil.test)',
  '![image](https://evil.test/x.png)',
  'https://evil.test/path www.evil.test a@evil.test',
  '<b>html</b> <script>alert(1)</script> &lt;',
  'a | b | c',
  '# heading',
  '- list',
  '1. list',
  '2) list',
  '+ list',
  '> quote',
  '\\*escaped\\* back\\slash\\',
  '$math$ {{var}} ${__from} $t(key)',
  '<https://evil.test>',
  '[ref]: https://evil.test',
  'x'.repeat(400),
];

it.each(NAMES)('a metric named %j stays text', async (name) => {
  const { ask } = storyService([alertOf([name, name, 'plain'])], NOW);
  const timeline = (await ask({ alertId: 'a' })).rows;
  const [summary] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  const flaws = flawsOf(summary, timeline);
  expect(name.length > 100 ? flaws.filter((flaw) => !/title/.test(flaw)) : flaws).toEqual([]);
});

it('a name with line breaks stays on its line', async () => {
  const { ask } = storyService([alertOf(['one\n\n# two\r\n- three\u2028four'])], NOW);
  const [{ text }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(String(text).split('\n')[0]).toMatch(/^\*\*one # two - three four · one # two - three four\*\*$/);
});

it('the first metric has its system', async () => {
  const { ask } = storyService([alertOf(['CPU', 'Memory'])], NOW);
  const [{ text }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(text).toContain('\n- First metric: CPU · CPU. System: Shop\n');
});

it.each([5, 6, 7])('with %d joined metrics, a list that omits more than one names the first', async (count) => {
  const names = 'abcdefg'.slice(0, count).split('');
  const alert = alertOf(names);
  const { ask } = storyService([alert], NOW);
  const [{ text, outside }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(text).toContain(count > 6 ? '- Timeline, the first:\n' : '- Timeline:\n');
  const listed = names.filter((name) => new RegExp(`^ {2}- .*${name} · ${name}$`, 'm').test(String(text)));
  expect(listed).toEqual(count > 6 ? names.slice(0, 5) : names);
  expect(text).toContain(`- Still outside: ${String(outside)}, the furthest:\n`);
  expect(text).not.toContain('…');
});

it('names without special characters in Markdown are unchanged', async () => {
  const name = 'Payments & Billing_total {p95} | 5 < 6 #2 [5m]!';
  const { ask } = storyService([alertOf([name])], NOW);
  const [{ text }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(String(text).split('\n')[0]).toBe(`**${name} · ${name}**`);
});

it('numbers have readable units, and the peak is also shown after the end', async () => {
  const alert = alertOf(['CPU']);
  const outside = { from: NOW - 70 * MINUTE, to: NOW - 40 * MINUTE, value: 310_000_000 };
  const { ask } = storyService([{ ...alert, to: NOW - 20 * MINUTE, metrics: [{ ...alert.metrics[0], outside }] }], NOW);
  const [{ worst }] = (await ask({ alertId: 'a' })).rows;
  const [{ text }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(text).toContain(`- Peak: ${significant(Number(worst))}× the corridor's width (CPU · CPU)`);
  expect([310_000_000, 1_540_000, 999, 23.34, -2_000_000_000].map((one) => significant(one))).toEqual([
    '310 Mil',
    '1.5 Mil',
    '1000',
    '23',
    '-2 Bil',
  ]);
});

it.each(['*long* '.repeat(9), '*`'.repeat(100)])(
  'many metrics with long names are shortened, with a note: %s',
  async (name) => {
    const nameOf = (i: number) => `${'abcdefghijkl'[i]}${name}${'abcdefghijkl'[i]}`;
    const { metrics, ...alert } = alertOf(Array.from({ length: 12 }, (_, i) => nameOf(i)));
    const many = metrics.map((metric, i) => ({ ...metric, systemName: nameOf(i % 3) }));
    const { ask } = storyService([{ ...alert, metrics: many }], NOW);
    const [{ text }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
    expect(String(text).length).toBeLessThanOrEqual(1500);
    expect(text).toMatch(/, the (first|furthest)\b|Still outside: 12/);
    expect(text).toMatch(/<http:\/\/localhost\/d\/[^>]+>$/);
  }
);

it.each([
  ['metric data', /^v1\/ad/],
  ['the searches', /explore/],
  ['the single alert', /alerts\/a$/],
])('a text without %s states what is unknown', async (_, failing) => {
  const fault = ({ path }: { path: string }) => (failing.test(path) ? { status: 400 } : undefined);
  for (const language of LANGUAGES) {
    await inLanguage(language, async () => {
      const { ask } = storyService([alertOf(['CPU', 'Memory'])], NOW, fault);
      const timeline = (await ask({ alertId: 'a' })).rows;
      const [summary] = (await ask({ alertId: 'a', format: 'summary' })).rows;
      expect(flawsOf(summary, timeline)).toEqual([]);
      // The service has no older alert either.
      expect(summary.seen).toBeNull();
      expect(summary.outside === null).toBe(failing.test('v1/ad'));
      if (language === 'en-US') {
        expect(String(summary.text).includes('Not known: ')).toBe(true);
      }
    });
  }
});
