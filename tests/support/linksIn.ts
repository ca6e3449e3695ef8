import { applyFieldOverrides, createTheme, type DataFrame, formattedValueToString } from '@grafana/data';

/** A link as a reader finds it: on a cell, on a value over time, or in the text of an annotation. */
export interface FoundLink {
  title: string;
  href: string;
  /** The field that has it. */
  field: string;
}

/** All links of the frames, as Grafana builds and shows them: a row's links use the row's fields. */
export function linksIn(frames: readonly DataFrame[]): FoundLink[] {
  return frames.flatMap((frame) => [...ofFields(frame), ...ofTexts(frame)]);
}

/** Grafana's tables leave out links without an address. Grafana itself fills in a row's own address. */
function ofFields(frame: DataFrame): FoundLink[] {
  const [shown] = applyFieldOverrides({
    data: [frame],
    fieldConfig: { defaults: {}, overrides: [] },
    replaceVariables: (text, scopedVars) => replaced(text, scopedVars?.__dataContext?.value),
    theme: createTheme(),
  });
  return shown.fields.flatMap((field) =>
    Array.from({ length: frame.length }, (_, row) => row).flatMap((row) =>
      (field.getLinks?.({ valueRowIndex: row }) ?? []).flatMap(({ title, href, onClick }) =>
        onClick || href === '' ? [] : [{ title, href, field: field.name }]
      )
    )
  );
}

/** Replaces the value of a field, only in the form that leaves it unchanged. */
function replaced(text: string, context: { frame: DataFrame; rowIndex?: number } | undefined): string {
  return text.replace(/\$\{__data\.fields\.(\w+):raw\}/g, (whole, name: string) => {
    const field = context?.frame.fields.find((one) => one.name === name);
    return context && field ? formattedValueToString(field.display!(field.values[context.rowIndex ?? 0])) : whole;
  });
}

function ofTexts({ fields }: DataFrame): FoundLink[] {
  const texts = fields.find(({ name }) => name === 'isRegion') ? fields.find(({ name }) => name === 'text') : undefined;
  return [...(texts?.values ?? [])].flatMap((html: string) =>
    [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, title]) => ({
      title,
      href: href.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
      field: 'text',
    }))
  );
}
