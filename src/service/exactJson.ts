/** Whole numbers of so many digits may not fit into 53 bits. */
const LONG = 16;
/** So many digits in a row that are no fraction: most bodies have none, and cost no more than `JSON.parse`. */
const LONG_RUN = new RegExp(`(^|[^\\d.])\\d{${LONG}}`);
const STRING_OR_NUMBER = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d+$/;

/**
 * `JSON.parse`, but whole numbers that lose digits in it come as text (interface: node and system ids are int64). A name
 * that a person sees, clicks and sends back must be the one that the service knows.
 *
 * @throws SyntaxError where the text is no JSON
 */
export function parseExact(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  return LONG_RUN.test(text) ? JSON.parse(quoted(text)) : parsed;
}

/** The same JSON with such numbers in quotes. Strings are skipped, so that digits in them stay as they are. */
function quoted(json: string): string {
  let result = '';
  let copied = 0;
  const token = new RegExp(STRING_OR_NUMBER);
  for (let match = token.exec(json); match; match = token.exec(json)) {
    const [found] = match;
    if (found === '"') {
      token.lastIndex = endOfString(json, match.index);
    } else if (found.length >= LONG && WHOLE.test(found) && !Number.isSafeInteger(Number(found))) {
      result += `${json.slice(copied, match.index)}"${found}"`;
      copied = token.lastIndex;
    }
  }
  return result + json.slice(copied);
}

/** Where the string that begins at `start` is over: behind the next quote that an even number of backslashes precedes. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (json[before] === '\\') {
      before--;
    }
    if ((quote - before) % 2 === 1) {
      return quote + 1;
    }
  }
  return json.length;
}
