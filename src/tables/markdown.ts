import { truncate } from 'lodash';

/** The maximum of characters in a name. */
const MOST_OF_NAME = 100;

/**
 * Text of the service as Markdown that shows it unchanged: on one line, without links, emphasis, code, or HTML. Characters
 * without a special meaning at their place are kept.
 */
export function plain(text: string, most = MOST_OF_NAME): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return truncate(line, { length: most, omission: '…' })
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[`*]/g, '\\$&')
    .replace(/(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, '\\_')
    .replace(/<(?=[a-z/!?])|&(?=#?\w+;)|\](?=[(:[])|@(?=\w)/gi, '\\$&')
    .replace(/[~$](?=.*[~$])|(?<=[~$].*)[~$]/g, '\\$&')
    .replace(/^[-+=#>[]|(?<=^\d{1,9})[.)]/, '\\$&')
    .replace(/(?<=[a-z]):(?=\/)/gi, '\\:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`);
}

/** A link whose text is shown unchanged. @param url absolute */
export function link(text: string, url: string): string {
  return `[${plain(text).replace(/(?<!\\)[[\]]/g, '\\$&')}](<${url}>)`;
}

/** A time zone as a person reads it. @param timeZone in Grafana's form, including `browser` and `utc` */
export function zoneName(timeZone: string): string {
  const isBrowser = timeZone === '' || timeZone === 'browser';
  return isBrowser ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone === 'utc' ? 'UTC' : timeZone;
}
