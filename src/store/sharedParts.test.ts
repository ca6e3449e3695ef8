import { Observable, Subject } from 'rxjs';
import { columnsOf } from '../../tests/support/modelService';
import { SharedParts } from './sharedParts';
import { Series } from './series';

const span = (from: number, to: number) => ({ from, to });

/** A reading that shows how often it was started, and whether it runs. */
function reading() {
  const answer = new Subject<string>();
  const seen = { started: 0, running: 0 };
  const start = new Observable<string>((subscriber) => {
    seen.started++;
    seen.running++;
    subscriber.add(() => seen.running--);
    return answer.subscribe(subscriber);
  });
  return { answer, seen, start };
}

describe('SharedParts', () => {
  it('starts a reading once, with the first who listens, and gives all the same answer', () => {
    const parts = new SharedParts<string>();
    const series = new Series();
    const { answer, seen, start } = reading();
    const one = parts.share(series, span(0, 10), () => start);
    expect(seen.started).toBe(0);
    const other = parts.share(series, span(0, 10), () => reading().start);
    const got: string[] = [];
    one.answer(0).subscribe((text) => got.push(`one ${text}`));
    other.answer(0).subscribe((text) => got.push(`other ${text}`));
    answer.next('data');
    answer.complete();
    expect(got).toEqual(['one data', 'other data']);
    expect(seen).toEqual({ started: 1, running: 0 });
  });

  it('stops a reading when the last listener goes, and not before', () => {
    const parts = new SharedParts<string>();
    const series = new Series();
    const { seen, start } = reading();
    const part = parts.share(series, span(0, 10), () => start);
    const [one, other] = [part.answer(0).subscribe(), part.answer(0).subscribe()];
    one.unsubscribe();
    expect(seen.running).toBe(1);
    other.unsubscribe();
    expect(seen.running).toBe(0);
    expect(parts.of(series)).toEqual([]);
  });

  it('forgets a reading that has ended, however it ended', () => {
    const parts = new SharedParts<string>();
    const series = new Series();
    const fine = reading();
    const bad = reading();
    parts
      .share(series, span(0, 10), () => fine.start)
      .answer(0)
      .subscribe();
    parts
      .share(series, span(10, 20), () => bad.start)
      .answer(0)
      .subscribe({ error: () => undefined });
    fine.answer.complete();
    bad.answer.error('no');
    expect(parts.of(series)).toEqual([]);
    const again = reading();
    parts
      .share(series, span(0, 10), () => again.start)
      .answer(0)
      .subscribe();
    expect(again.seen.started).toBe(1);
  });

  it('gives the answer of a reading that ended to those that know it, without another', () => {
    const parts = new SharedParts<string>();
    const series = new Series();
    const { answer, seen, start } = reading();
    const part = parts.share(series, span(0, 10), () => start);
    part.answer(0).subscribe();
    answer.next('data');
    answer.complete();
    const got: string[] = [];
    part.answer(0).subscribe((text) => got.push(text));
    expect(got).toEqual(['data']);
    expect(seen.started).toBe(1);
    expect(parts.of(series)).toEqual([]);
  });

  it('has the best turn of all who wait', () => {
    const parts = new SharedParts<string>();
    const series = new Series();
    const turns: number[] = [];
    const { start } = reading();
    const part = parts.share(series, span(0, 10), (turn) => {
      turn.subscribe((now) => turns.push(now));
      return start;
    });
    const late = part.answer(4).subscribe();
    const soon = part.answer(0).subscribe();
    part.answer(2).subscribe();
    soon.unsubscribe();
    late.unsubscribe();
    expect(turns.slice(-5)).toEqual([4, 0, 0, 2, 2]);
  });

  it('finds the readings of a series', () => {
    const parts = new SharedParts<string>();
    const [series, other] = [new Series(), new Series()];
    other.insert(columnsOf([[1, 1]]), span(0, 2));
    const spans = [span(0, 10), span(10, 20), span(20, 30)];
    const all = spans.map((one) => parts.share(series, one, () => reading().start));
    expect(parts.of(series)).toEqual(all);
    expect(parts.of(other)).toEqual([]);
  });

  it('lets go of readings that were announced and never started', () => {
    const parts = new SharedParts<string>();
    const series = new Series();
    const [started, announced] = [span(0, 10), span(10, 20)].map((one) =>
      parts.share(series, one, () => reading().start)
    );
    started.answer(0).subscribe();
    parts.release(series, [started, announced]);
    expect(parts.of(series)).toEqual([started]);
  });
});
