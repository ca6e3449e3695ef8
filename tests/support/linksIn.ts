import { type DataFrame } from '@grafana/data';

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

/** Grafana's tables leave out links without an address. */
function ofFields(frame: DataFrame): FoundLink[] {
  return frame.fields.flatMap(({ name, config }) =>
    (config.links ?? []).flatMap(({ title, url, onBuildUrl, onClick }) =>
      Array.from({ length: frame.length }, (_, row) => row).flatMap((row): FoundLink[] => {
        const replaceVariables = (text: string) => replaced(text, frame, row);
        const href = onBuildUrl?.({ origin: undefined, replaceVariables }) ?? url;
        return onClick || href === '' ? [] : [{ title, href, field: name }];
      })
    )
  );
}

function replaced(text: string, { fields }: DataFrame, row: number): string {
  return text.replace(/\$\{__(?:data\.fields\.(\w+)|value\.time)\}/g, (whole, name: string | undefined) => {
    const field = fields.find((one) => one.name === (name ?? 'time'));
    return field ? String(field.values[row]) : whole;
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
