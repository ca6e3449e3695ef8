/** A variable in a text: `$name`, `[[name:format]]`, `${name.path:format}`. */
export interface Expression {
  match: string;
  name: string;
  path?: string;
  format?: string;
}

const PATTERN = /\$(\w+)|\[\[(\w+?)(?::(\w+))?\]\]|\$\{(\w+)(?:\.([^:}]+))?(?::([^}]+))?\}/g;

/** The text with each variable replaced by the result of `value`. */
export function replaceExpressions(text: string, value: (expression: Expression) => string): string {
  return text.replace(PATTERN, (match, plain, old, oldFormat, name, path, format) =>
    value({ match, name: plain ?? old ?? name, path, format: format ?? oldFormat })
  );
}

/** The names of the variables in a text, each once. */
export function variableNames(text: string): string[] {
  const names = new Set<string>();
  replaceExpressions(text, ({ match, name }) => {
    names.add(name);
    return match;
  });
  return [...names];
}
