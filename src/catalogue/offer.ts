import { type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { type Context } from '../answer/runner';
import { type Reader } from '../known/follow';
import { type Choice } from '../alertbook/names';
import { HOUR } from '../settings';
import { rangeOf, type Span } from '../time/spans';
import { listed, type ListName } from './catalogue';
import { choicesOf } from './choices';
import { type CatalogueEntry, longAgo } from './entries';

interface Offered {
  list: ListName;
  /** The systems of nodes, or the nodes of metrics. Empty: any. */
  within?: string[];
}

/**
 * A picker's options: names from the service, then the user's earlier choices. Null while more can arrive.
 *
 * @throws if there are neither
 */
export function offer(
  reader: Reader,
  context: Context,
  range: Span,
  { list, within = [] }: Offered
): CatalogueEntry[] | null {
  const choices = reader.attempt(choicesOf(context)).data;
  const own = choices?.filter((choice) => choice.list === list && touches(choice.within, within)) ?? [];
  const filter = list === 'nodes' ? { systemId: within } : { nodeId: within };
  try {
    const found = listed(reader, context, { list, range, filter });
    return found && choices ? withChoices(found, own, context.now()) : null;
  } catch (failure) {
    if (choices && own.length === 0) {
      throw failure;
    }
    return choices ? withChoices([], own, context.now()) : null;
  }
}

function touches(some: string[], others: string[]): boolean {
  return some.length === 0 || others.length === 0 || some.some((one) => others.includes(one));
}

function withChoices(entries: CatalogueEntry[], choices: Choice[], now: number): CatalogueEntry[] {
  const listed = new Set(entries.map(({ value }) => value));
  const others = uniqBy(choices, 'value').filter(({ value }) => !listed.has(value));
  return [
    ...entries,
    ...others.map(({ value, text, detail, namedAt }) => ({
      value,
      text,
      detail,
      namedAt,
      why: longAgo(namedAt ?? null, now) ?? t('catalogue.chosen', 'chosen before'),
    })),
  ];
}

/** The panel's range in epoch milliseconds. The last six hours if it is unknown. */
export function pickerSpan({ now }: Context, range: TimeRange | undefined): Span {
  return range ? rangeOf({ range }) : { from: now() - 6 * HOUR, to: now() };
}
