/** The words for `fail`, in addition to statuses. Each has its effect, as in the help and README. */
const connections = {
  refuse: 'connections are refused, all of them, until the fault is taken back',
  hang: 'the request is never answered',
  drop: 'the connection is closed without an answer',
  reset: 'the connection is reset in the middle of the body',
  stall: 'half of the body comes, then nothing more',
} as const;

const bodies = {
  truncated: 'the body ends in the middle',
  empty: 'a body without a byte',
  html: 'a sign-in page',
  object: '{}',
  error: '{"error": "…"}',
  array: '[]',
  null: 'null',
  text: 'a JSON text where something else should be',
  nested: '20,000 arrays in one another',
  bare: 'the right answer, each object in a list without its fields',
  nulls: 'the right answer, each value in it null',
  types: 'the right answer, each value in it of another type',
  huge: 'the right answer, its times in turn 2e40, -5e51 and -1e300',
} as const;

export const words = { ...connections, ...bodies };
export type Word = keyof typeof words;
/** The words that change a body, and therefore work with any status. */
export type BodyWord = keyof typeof bodies;

export const allWords = Object.keys(words) as Word[];

export function isBodyWord(fail: unknown): fail is BodyWord {
  return typeof fail === 'string' && Object.hasOwn(bodies, fail);
}
