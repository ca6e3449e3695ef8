import { type Files } from './archive';
import { absoluteProblems, changelogProblems } from './texts';

/** What was found: an error keeps the plugin out of the catalogue; something to do keeps it from being released. */
export interface Finding {
  level: 'error' | 'to do';
  text: string;
}

/** What the archive is held against. */
export interface Expected {
  id: string;
  version: string;
  author: string;
  repository: string;
}

interface PluginJson {
  id?: string;
  info?: {
    version?: string;
    updated?: string;
    description?: string;
    keywords?: string[];
    logos?: { small?: string; large?: string };
    links?: Array<{ name?: string; url?: string }>;
    screenshots?: Array<{ name?: string; path?: string }>;
  };
  includes?: Array<{ path?: string }>;
  dependencies?: { grafanaDependency?: string };
}

const NEEDED = ['module.js', 'plugin.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'THIRD-PARTY-NOTICES.txt'];
const PLACES = /^(\d+\.js|\w+\.js)(\.map)?$|^(img|dashboards|locales)\/|^[A-Z-]+(\.md|\.txt)?$|^plugin\.json$/;
const KEYWORDS = ['anomaly detection', 'observability'];
const SCREENSHOTS = 4;
export const UNSIGNED = 'the plugin is not signed';

/**
 * What the catalogue's own validator cannot see, or cannot see offline.
 *
 * @param archive as `unpack` gives it
 * @param expected what package.json says
 */
export function findings(archive: Files, expected: Expected): Finding[] {
  const outside = Object.keys(archive).filter((name) => !name.startsWith(`${expected.id}/`));
  const files = new Map(Object.entries(archive).map(([name, bytes]) => [name.slice(expected.id.length + 1), bytes]));
  const text = (name: string) => new TextDecoder().decode(files.get(name));
  const missing = NEEDED.filter((name) => !files.has(name));
  const errors = [
    ...outside.map((name) => `${name} lies outside of the folder ${expected.id}`),
    ...missing.map((name) => `${name} is missing`),
    ...[...files.keys()].filter((name) => !PLACES.test(name)).map((name) => `${name} has no place in the archive`),
  ];
  if (errors.length > 0) {
    return errors.map((problem) => ({ level: 'error', text: problem }));
  }
  const plugin = JSON.parse(text('plugin.json')) as PluginJson;
  return [
    ...[
      ...pluginProblems(plugin, text('plugin.json'), files, expected),
      ...absoluteProblems('README.md', text('README.md')),
      ...absoluteProblems('CHANGELOG.md', text('CHANGELOG.md')),
      ...changelogProblems(text('CHANGELOG.md')),
      ...(text('LICENSE').includes(`Copyright 2026 ${expected.author}\n`)
        ? []
        : [`LICENSE has no line "Copyright 2026 ${expected.author}"`]),
    ].map((problem): Finding => ({ level: 'error', text: problem })),
    ...toDo(plugin, text('CHANGELOG.md'), files, expected).map((what): Finding => ({ level: 'to do', text: what })),
  ];
}

function pluginProblems(plugin: PluginJson, raw: string, files: Map<string, Uint8Array>, expected: Expected): string[] {
  const { info = {}, includes = [], dependencies } = plugin;
  const { links = [], logos = {}, screenshots = [], keywords = [] } = info;
  const paths = [logos.small, logos.large, ...[...includes, ...screenshots].map(({ path }) => path)];
  return [
    ...(plugin.id === expected.id ? [] : [`the id is "${plugin.id}"`]),
    ...(info.version === expected.version ? [] : [`the version is "${info.version}", not ${expected.version}`]),
    ...(/^\d{4}-\d\d-\d\d$/.test(info.updated ?? '') ? [] : [`the date is "${info.updated}"`]),
    ...(/%[A-Z]+%/.test(raw) ? ['a value is not filled in'] : []),
    ...(info.description ? [] : ['there is no description']),
    ...(/^>=\d+\.\d+\.\d+-0$/.test(dependencies?.grafanaDependency ?? '')
      ? []
      : ['grafanaDependency has no -0: Grafanas before their release would be refused']),
    ...KEYWORDS.filter((word) => !keywords.includes(word)).map((word) => `the keyword "${word}" is missing`),
    ...(links.length > 0 ? [] : ['there are no links']),
    ...links
      .filter(({ name, url }) => !name || !url?.startsWith(expected.repository))
      .map(({ name, url }) => `the link "${name}" leads to ${url}`),
    ...paths.filter((path) => !path || !files.has(path)).map((path) => `${path} is named and not there`),
  ].map((problem) => `plugin.json: ${problem}`);
}

function toDo(plugin: PluginJson, changelog: string, files: Map<string, Uint8Array>, expected: Expected): string[] {
  const { screenshots = [] } = plugin.info ?? {};
  const heading = `## [${expected.version}] - `;
  return [
    ...(screenshots.length >= SCREENSHOTS
      ? []
      : [
          `${screenshots.length} of ${SCREENSHOTS} screenshots: put them into src/img/screenshots and name them in plugin.json`,
        ]),
    ...(changelog.includes(heading) ? [] : [`CHANGELOG.md has no "${heading}DATE"`]),
    ...(files.has('MANIFEST.txt') ? [] : [UNSIGNED]),
  ];
}
