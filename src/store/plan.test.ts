import { DAY, readSettings } from '../settings';
import { layoutAt, type Limits } from './plan';

const LIMITS: Limits = readSettings({ jsonData: {} });
const START = 20_000 * DAY;
const span = (from: number, to: number) => ({ from: START + from, to: START + to });

describe('layoutAt', () => {
  it('reads the whole range where its windows are no more than the requests, else its newest part', () => {
    const range = span(0, 6 * DAY);
    expect(layoutAt(range, 3, '1m', LIMITS).range).toEqual(range);
    expect(layoutAt(range, 2, '1m', LIMITS).range).toEqual(span(2 * DAY, 6 * DAY));
  });
});
