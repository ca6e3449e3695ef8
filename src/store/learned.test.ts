import { DAY, HOUR, MINUTE } from '../settings';
import { Learned } from './learned';

const REUSE = HOUR;
const NOW = 30 * DAY;

/** What `auto` tries that would choose `chosen`; `old` where its range ended long ago. */
const tries = (learned: Learned, chosen: '1m' | '15m' | '1h' = '1m', now = NOW, old = false) =>
  learned.triesFrom(chosen, now, REUSE, old);

describe('Learned', () => {
  it('tries every granularity from the chosen one on, as long as nothing is known', () => {
    expect(tries(new Learned())).toEqual({ wanted: '1m', tries: ['1m', '15m', '1h'] });
    expect(tries(new Learned(), '15m')).toEqual({ wanted: '15m', tries: ['15m', '1h'] });
  });

  it.each([
    [5 * MINUTE, '1m', '15m', ['15m', '1h']],
    [HOUR, '15m', '1h', ['1h']],
    [DAY, '1m', '1h', ['1h']],
  ] as const)('wants nothing finer than a source of %d ms', (source, chosen, wanted, rest) => {
    const learned = new Learned();
    learned.noteSource(source, false);
    expect(tries(learned, chosen)).toEqual({ wanted, tries: rest });
  });

  it('takes the source of old data for old ranges alone', () => {
    const learned = new Learned();
    learned.noteSource(HOUR, true);
    expect(tries(learned)).toEqual({ wanted: '1m', tries: ['1m', '15m', '1h'] });
    expect(tries(learned, '1m', NOW, true)).toEqual({ wanted: '1h', tries: ['1h'] });
    learned.noteSource(15 * MINUTE, false);
    learned.noteSource(null, false);
    expect(tries(learned).wanted).toBe('15m');
  });

  it('leaves out what was refused, and tries it again after a while', () => {
    const learned = new Learned();
    learned.refuse('1m', NOW, false);
    learned.accept('15m');
    expect(tries(learned)).toEqual({ wanted: '1m', tries: ['15m', '1h'] });
    expect(tries(learned, '1m', NOW + REUSE).tries).toEqual(['15m', '1h']);
    expect(tries(learned, '1m', NOW + REUSE + 1).tries).toEqual(['1m', '15m', '1h']);
  });

  it('never gives up what was accepted once', () => {
    const learned = new Learned();
    learned.accept('1m');
    learned.refuse('1m', NOW, false);
    expect(tries(learned).tries).toEqual(['1m', '15m', '1h']);
    expect(learned.hasAccepted('1m')).toBe(true);
    expect(learned.hasAccepted('15m')).toBe(false);
  });

  it('takes the refusal of an old range for old ranges alone', () => {
    const learned = new Learned();
    learned.refuse('1m', NOW, true);
    expect(tries(learned).tries).toEqual(['1m', '15m', '1h']);
    expect(tries(learned, '1m', NOW, true).tries).toEqual(['15m', '1h']);
  });

  it('takes the refusal of a new range for old ones, too, and an old one does not replace it', () => {
    const learned = new Learned();
    learned.refuse('1m', NOW, false);
    learned.refuse('1m', NOW + 1, true);
    expect(tries(learned, '1m', NOW, true).tries).toEqual(['15m', '1h']);
    expect(tries(learned, '1m', NOW + 1, false).tries).toEqual(['15m', '1h']);
  });

  it('finds out with two tries where all were refused', () => {
    const learned = new Learned();
    for (const granularity of ['1m', '15m', '1h'] as const) {
      learned.refuse(granularity, NOW, false);
    }
    expect(tries(learned)).toEqual({ wanted: '1m', tries: ['1m', '1h'] });
    expect(tries(learned, '1h').tries).toEqual(['1h']);
  });

  it('forgets all refusals once something that was refused is accepted: the moment was bad', () => {
    const learned = new Learned();
    for (const granularity of ['1m', '15m', '1h'] as const) {
      learned.refuse(granularity, NOW, false);
    }
    learned.accept('1h');
    expect(tries(learned).tries).toEqual(['1m', '15m', '1h']);
  });
});
