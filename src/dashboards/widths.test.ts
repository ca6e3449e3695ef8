import fs from 'node:fs';
import path from 'node:path';
import { type DataFrame, type FieldConfig, MappingType } from '@grafana/data';
import { type AnomalyQuery } from '../ground/query';
import { headingWidth, widthOf } from '../table/frame';
import { startTestsAt } from '../../tests/support/clock';
import { wholePanel } from '../../tests/support/faultMatrix';
import { inLanguage } from '../../tests/support/language';
import { STORY } from '../../tests/support/trueAnswers';

interface Panel {
  title: string;
  type: string;
  gridPos: { w: number; h: number };
  targets?: Array<Partial<AnomalyQuery>>;
  transformations?: Array<{ id: string; options: Organized }>;
  options: { showHeader?: boolean; maxRowHeight?: number; cellHeight?: string };
  fieldConfig: {
    overrides: Array<{ matcher: { options: string }; properties: Array<{ id: string; value: unknown }> }>;
  };
  panels?: Panel[];
}
interface Organized {
  indexByName: Record<string, number>;
  renameByName: Record<string, string>;
}

/** `$name`, `${name}`, or `${name:text}`. */
const VARIABLE = /\$\{?(\w+)(?::text)?\}?/g;
/** Values of the dashboard's variables that exist in the service of `trueAnswers`. */
const VALUES: Record<string, string> = {
  alert: 'a',
  node: '12',
  metric: 'cpu',
  first: '12:cpu',
  others: '12:cpu',
  ignore: '',
};

const TIME = 'Nov 25, 20:00';

/** Common values of columns, or their longest words if they are wrapped. */
const TYPICAL: Record<string, string> = {
  Impact: 'medium',
  Alert: 'Authorization',
  Incident: 'Authorization',
  Metric: 'Authorization',
  Node: 'checkout-',
  'report, What cost most, Node': 'recommendations',
  'report, Longest alerts, Alert': 'recommendations',
  Figure: 'Joins of top 10 metrics',
  Since: TIME,
  Joined: TIME,
  Ticket: 'Copy for a ticket',
  'Left corridors': TIME,
  'Last seen': TIME,
  Duration: '23 h 59 min',
  'Time of its alerts': '23 h 59 min',
  'Longest alert': '23 h 59 min',
  'Changed at': TIME,
  'Since (by hour)': TIME,
  State: 'active',
  'alert, Timeline, State': 'outside',
  Trend: 'steady',
  'Worst severity': 'very severe',
  Value: '2.77 K',
  Expected: '2.77 K',
  to: '2.77 K',
  Change: '+1685%',
  'How it ended': 'new normal',
  Furthest: '-10.5×',
  'Furthest in 1 h': '-10.5×',
  Distance: '-10.5×',
};

/** An impact is none of these words, which share their colors with impacts. */
const SEVERITIES = new Set(['green', 'yellow', 'orange', 'red', 'blood_red', 'missing_data']);
const LANGUAGES = ['en-US', 'de-DE', 'es-ES', 'fr-FR'];

/** The width between the edges of a panel on a phone. */
const PHONE = 340;
/** The number of columns that a person sees there without scrolling: those that the panel is for. */
const ON_A_PHONE: Record<string, number> = {
  'overview, What is wrong': 4,
  'overview, Ended': 3,
  'alert, This alert': 4,
  'alert, Timeline': 4,
  'alert, Last times': 3,
  'metric, Alerts of this metric': 4,
};

/** In other languages, trends have longer names. */
const onAPhone = (name: string, language: string) =>
  name === 'alert, Timeline' && language !== 'en-US' ? 3 : (ON_A_PHONE[name] ?? 2);

/** Tables of alerts and metrics by name. Tables that draw in cells, or explain why they are empty, have rows of any height. */
const NAMED = [
  'overview, Ended',
  'alert, This alert',
  'alert, Last times',
  'metric, Alerts of this metric',
  'report, What cost most',
  'report, Longest alerts',
];

interface Column {
  heading: string;
  isFilterable: boolean;
  isWrapped: boolean;
  /** Pixels. Without a width, the column grows from its minimum. */
  width?: number;
  least: number;
  /** The texts of its values. */
  words: string[];
}

/** The visible columns in order. */
async function columnsOf({ targets = [], transformations = [], fieldConfig }: Panel): Promise<Column[]> {
  const [{ refId: _, ...target }] = targets;
  const query = JSON.parse(JSON.stringify(target).replace(VARIABLE, (text, name: string) => VALUES[name] ?? text));
  const { answer } = await wholePanel().ask(query, STORY);
  const [frame] = answer!.data as DataFrame[];
  const { indexByName, renameByName } = transformations.findLast(({ id }) => id === 'organize')!.options;
  const names = Object.keys(indexByName).sort((a, b) => indexByName[a] - indexByName[b]);
  return names.flatMap((name) => {
    const heading = renameByName[name] ?? name;
    const { custom: own = {}, mappings = [] }: FieldConfig =
      frame.fields.find((field) => field.name === name)?.config ?? {};
    const words = mappings
      .flatMap(({ type, options }) => (type === MappingType.ValueToText ? Object.entries(options) : []))
      .flatMap(([value, { text }]) => (text && !(name === 'impact' && SEVERITIES.has(value)) ? [text] : []));
    const override = fieldConfig.overrides.find(({ matcher }) => matcher.options === heading)?.properties ?? [];
    const look: Record<string, unknown> = { ...own, hidden: own.hideFrom?.viz };
    override.forEach(({ id, value }) => (look[id.replace('custom.', '')] = value));
    const isHidden = look.hidden === true || look['hideFrom.viz'] === true || /^(nodeId|metricId)$/.test(name);
    const width = typeof look.width === 'number' ? look.width : undefined;
    const least = width ?? (typeof look.minWidth === 'number' ? look.minWidth : 150);
    const [isFilterable, isWrapped] = [look.filterable === true, look.wrapText === true];
    return isHidden ? [] : [{ heading, isFilterable, isWrapped, width, least, words }];
  });
}

const panels = ['overview', 'alert', 'metric', 'report'].flatMap((file) => {
  const text = fs.readFileSync(path.join(__dirname, `${file}.json`), 'utf8');
  return (JSON.parse(text) as { panels: Panel[] }).panels
    .flatMap((panel) => [panel, ...(panel.panels ?? [])])
    .filter(({ type, title }) => type === 'table' && !title.startsWith('Text for'))
    .map((panel) => ({ name: `${file}, ${panel.title}`, panel }));
});

startTestsAt(STORY);

const EDGES = 13;

describe.each(panels)('$name', ({ name, panel }) => {
  it('has no column that is narrower than its heading and its common values', async () => {
    for (const { heading, isFilterable, isWrapped, least } of await columnsOf(panel)) {
      const ofHeading = panel.options.showHeader === false ? 0 : headingWidth(heading, isFilterable);
      const typical = TYPICAL[`${name}, ${heading}`] ?? TYPICAL[heading] ?? '';
      const words = isWrapped ? typical.split(' ') : [typical];
      const needed = Math.floor(Math.max(ofHeading, ...words.map((word) => widthOf(word) + EDGES)));
      expect({ heading, least, isEnough: least >= needed, needed }).toEqual({ heading, least, isEnough: true, needed });
    }
  });

  it.each(LANGUAGES)('has room for the words of %s', async (language) => {
    // Grafana measures a row by its values, not by their texts: only a high row shows a text of two lines.
    const isHigh = panel.options.cellHeight === 'lg';
    const cut = (await inLanguage(language, () => columnsOf(panel))).flatMap(({ heading, isWrapped, least, words }) => {
      const lines = isHigh && isWrapped ? words.flatMap((text) => text.split(/ |(?<=-)/)) : words;
      return lines.flatMap((text) => (widthOf(text) + EDGES > least ? `${heading}: ${text} in ${least}` : []));
    });
    expect(cut).toEqual([]);
  });

  it.each(LANGUAGES)('shows its most important columns on a phone without scrolling sideways: %s', async (language) => {
    const columns = (await inLanguage(language, () => columnsOf(panel))).slice(0, onAPhone(name, language));
    expect(columns.reduce((sum, { least }) => sum + least, 0)).toBeLessThanOrEqual(PHONE);
  });

  it('has columns that all fit next to the docked menu in a window of 1,440 pixels, with times on one line', async () => {
    const columns = await columnsOf(panel);
    const room = (panel.gridPos.w / 24) * 1108 - 22;
    const fixed = columns.reduce((all, { width }) => all + (width ?? 0), 0);
    const growing = columns.filter(({ width }) => width === undefined);
    // Grafana divides the rest equally, whatever the minimum widths.
    const share = (room - fixed) / growing.length;
    expect(fixed).toBeLessThanOrEqual(room);
    expect(growing.filter(({ least }) => least > share)).toEqual([]);
    const times = columns.filter(({ heading }) => TYPICAL[heading] === TIME);
    expect(times.filter(({ width = share }) => width < Math.floor(widthOf(TIME) + EDGES))).toEqual([]);
  });
});

const named = panels.filter(({ name }) => NAMED.includes(name));

it.each(named)('$name shows complete rows, however long a name is', ({ panel: { gridPos, options } }) => {
  const [ofTitle, ofHeadings, padding] = [40, 36, 12];
  const room = gridPos.h * 38 - 8 - ofTitle - ofHeadings - padding;
  expect(options.maxRowHeight).toBeLessThanOrEqual(room);
});

it('knows the tables with names', () => expect(named).toHaveLength(NAMED.length));
