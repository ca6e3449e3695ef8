import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What docs/query-types.md has of a query type. */
export interface TypeSection {
  type: string;
  /** The question that it answers. */
  question: string;
  pictures: string[];
  /** The columns that its tables list. */
  columns: string[];
  /** With the variables `$node`, `$metric`, and `$alert`. */
  example: Record<string, unknown>;
}

/**
 * The sections of the page: one for each query type that has an editor, in the order of the editor's list, which a test
 * compares with the record. Tests that run or draw every type take them from here, so that a new type is among them.
 */
export const TYPE_SECTIONS: readonly TypeSection[] = readFileSync(
  join(__dirname, '..', '..', 'docs', 'query-types.md'),
  'utf8'
)
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    type: /^`(\w+)`/.exec(section)?.[1] ?? '',
    question: /^_([^_]+)_/m.exec(section)?.[1] ?? '',
    pictures: [...section.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => file),
    columns: [...section.matchAll(/^\| ([^|]*`[^|]*)\|/gm)].flatMap(([, names]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    ),
    example: JSON.parse(/```json\n([^]*?)```/.exec(section)?.[1] ?? '{}') as Record<string, unknown>,
  }));

export const EDITED_TYPES: readonly string[] = TYPE_SECTIONS.map(({ type }) => type);

/** The example with values for its variables. */
export function exampleWith({ example }: TypeSection, values: Record<string, string>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(example).replace(/\$(\w+)/g, (text, name: string) => values[name] ?? text)
  ) as Record<string, unknown>;
}
