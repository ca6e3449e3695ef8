import {
  createTheme,
  type DataFrame,
  type DataQueryResponse,
  dateTimeFormat,
  type Field,
  FieldType,
  formattedValueToString,
  getDisplayProcessor,
} from '@grafana/data';
import { tz } from 'moment-timezone';
import { HOUR } from '../../src/settings';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { errorsOf, noticesOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** A time that could be misread during a clock change has its offset. */
startTestsAt(STORY);

const ZONE = 'Test/Back';

/** Here, clocks go back from 10:00 to 09:00 while the alerts of the story begin. */
const BACK = STORY - 4 * HOUR;

beforeAll(() => {
  tz.add(`${ZONE}|A B|-20 -10|01|${base60(BACK / 60_000)}`);
});

it('knows the zone', () => {
  const shown = (time: number) => dateTimeFormat(time, { timeZone: ZONE, format: 'HH:mm Z' });
  expect([BACK - 1, BACK].map(shown)).toEqual(['09:59 +02:00', '09:00 +01:00']);
});

it.each(allVariants())('$name', async ({ query }) => {
  const { panel } = wholePanel();
  const asked = panel.ask(query, { from: STORY - 6 * HOUR, to: STORY }, { timezone: ZONE });
  await ended(asked);
  const answer = asked.packets[asked.packets.length - 1];
  expect(textsOf(answer).filter(isTwofold)).toEqual([]);
});

it('finds times without an offset', () => {
  const texts = [
    'began 09:30: x',
    'Nov 21, 09:00',
    '2026-11-21 09:30:00.000',
    '09:30 +01:00',
    'at 09:30:00 +02:00.',
    '10:09',
  ];
  expect(texts.filter(isTwofold)).toEqual(texts.slice(0, 3));
});

function isTwofold(text: string): boolean {
  return /(?<![\d:])09:\d\d(:\d\d(\.\d+)?)?(?![\d:.]*(\d|Z| UTC| ?[+-]\d\d:))/.test(text);
}

/** All text of an answer that a person can read. */
function textsOf(answer: DataQueryResponse): string[] {
  const frames: DataFrame[] = answer.data;
  return [
    ...errorsOf(answer),
    ...noticesOf(answer),
    ...frames.flatMap((frame) => frame.fields.flatMap((field) => shownIn(field, frame))),
  ];
}

function shownIn(field: Field, { meta }: DataFrame): string[] {
  if (field.type === FieldType.time) {
    const display = getDisplayProcessor({ field, theme: createTheme(), timeZone: ZONE });
    const isTable = meta?.preferredVisualisationType === 'table';
    return isTable ? [...field.values].map((value) => formattedValueToString(display(value))) : [];
  }
  const texts = field.values.filter((value: unknown) => typeof value === 'string') as string[];
  const mapped = (field.config.mappings ?? []).map((mapping) => JSON.stringify(mapping.options));
  return [...texts, ...mapped];
}

/** A number in the format of packed time zones. */
function base60(number: number): string {
  const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';
  return number < 60 ? digits[number] : base60(Math.floor(number / 60)) + digits[number % 60];
}
