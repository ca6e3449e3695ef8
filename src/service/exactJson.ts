/** So many digits in a row that are no fraction: most bodies have none, and cost no more than `JSON.parse`. */
const LONG_RUN = /(^|[^\d.])\d{16}/;
/** A string, or a number: what looks like a number within a string is none. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * `JSON.parse`, but whole numbers that lose digits in it come as text (interface: node and system ids are int64). A name
 * that a person sees, clicks and sends back must be the one that the service knows.
 *
 * @throws SyntaxError where the text is no JSON
 */
export function parseExact(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  return LONG_RUN.test(text) ? JSON.parse(text.replace(STRING_OR_NUMBER, quoted)) : parsed;
}

/** Digits that a number of JavaScript would lose, as text. */
function quoted(token: string): string {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}
