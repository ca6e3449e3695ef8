import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the docs contain about a query type. */
export interface TypeSection {
  type: string;
  /** Its file in `docs/`. */
  page: string;
  heading: string;
  /** The question that it answers. */
  question: string;
  pictures: string[];
  /** The columns in its tables. */
  columns: string[];
  /** With the variables `$node`, `$metric`, and `$alert`. */
  example: Record<string, unknown>;
}

const DOCS = join(__dirname, '..', '..', 'docs');
/** How the section of a query type begins: its name and the question that it answers. */
const BEGINNING = /^`(\w+)`: _([^_]+)_/m;

/**
 * One section for each query type that has an editor, in the order of the editor's list. A test compares them with the
 * record. Tests that run or draw every type use these sections, so that they include new types.
 */
export const TYPE_SECTIONS: readonly TypeSection[] = ['metric-queries.md', 'queries.md']
  .flatMap((page) =>
    readFileSync(join(DOCS, page), 'utf8')
      .split(/^##+ /m)
      .map((section) => ({ page, section }))
  )
  .filter(({ section }) => BEGINNING.test(section))
  .map(({ page, section }) => ({
    page,
    heading: section.split('\n')[0],
    type: BEGINNING.exec(section)?.[1] ?? '',
    question: BEGINNING.exec(section)?.[2] ?? '',
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
