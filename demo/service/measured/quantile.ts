/** The quantile `q` (0 to 1) of the values, interpolated between two of them; NaN without values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const left = Math.floor(place);
  return sorted.length === 0
    ? NaN
    : sorted[left] + ((sorted[left + 1] ?? sorted[left]) - sorted[left]) * (place - left);
}
