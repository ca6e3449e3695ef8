/** A text, or several: an identifier may stand for many. */
export type Texts = string | string[];

/** Whether an identifier's field holds anything: `['']` does, and stands for a variable that had no value. */
export function isFilled(field: Texts): boolean {
  return Array.isArray(field) ? field.length > 0 : field.trim() !== '';
}

/** Whether a text holds the syntax of a template variable: `$name`, `${name}`, `[[name]]`. */
export function mentionsVariable(text: string): boolean {
  return /\$\w+|\$\{[^}]+\}|\[\[[^\]]+\]\]/.test(text);
}
