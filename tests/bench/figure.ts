/** One measured figure, and its limit. */
export interface Figure {
  what: string;
  value: number;
  /** `x`: a ratio within one run. */
  unit: 'x' | 'count' | 'requests' | 'bytes' | 'KB';
  /** Without it, the figure is only for information. */
  bound?: { atMost: number } | { atLeast: number };
  /** The numbers behind the ratio. */
  of: string;
}

export interface Section {
  title: string;
  figures: Figure[];
}

/** Whether the figure is within its limit. A figure without a limit always is. */
export function holds({ value, bound }: Figure): boolean {
  if (!bound) {
    return true;
  }
  return 'atMost' in bound ? value <= bound.atMost : value >= bound.atLeast;
}

/** The section as a Markdown table, padded so that it is easy to read in a terminal, too. */
export function table({ title, figures }: Section): string {
  const rows = figures.map((figure) => [
    figure.what,
    written(figure.value, figure.unit),
    figure.bound ? boundText(figure.bound, figure.unit) : '-',
    figure.bound ? (holds(figure) ? 'ok' : 'MISSED') : '',
    figure.of,
  ]);
  const head = ['what', 'figure', 'bound', '', 'made of'];
  const widths = head.map((text, i) => Math.max(3, text.length, ...rows.map((row) => row[i].length)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [`\n### ${title}\n`, line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function boundText(bound: NonNullable<Figure['bound']>, unit: Figure['unit']): string {
  return 'atMost' in bound ? `<= ${written(bound.atMost, unit)}` : `>= ${written(bound.atLeast, unit)}`;
}

function written(value: number, unit: Figure['unit']): string {
  if (unit === 'requests' || unit === 'count') {
    return String(value);
  }
  const digits = value === 0 ? 0 : value < 0.02 ? 5 : value < 10 ? 3 : 1;
  return unit === 'x' ? `${Number(value.toFixed(digits))} x` : `${value.toFixed(1)} ${unit}`;
}
