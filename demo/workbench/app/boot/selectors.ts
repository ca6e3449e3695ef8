type Selector = string | ((...args: never[]) => string);
interface Group {
  [name: string]: Group | Selector;
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)/;

/**
 * Test ids by name, each with the value that the newest Grafana has: what `@grafana/e2e-selectors` works out as it is
 * loaded. The build puts this in its resolver's place, since that one distinguishes names from versions by exceptions, some
 * thousand of them, which took more than half of the time in which a browser starts the page.
 *
 * @param group names, down to values by version (`{ '9.5.0': …, '12.0.0': … }`)
 */
export function resolveSelectors(group: Group): Group {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => [name, isByVersion(value) ? newest(value) : within(value)])
  );
}

function within(value: Group | Selector): Group | Selector {
  return typeof value === 'object' ? resolveSelectors(value) : value;
}

function isByVersion(value: Group | Selector): value is Record<string, Selector> {
  return typeof value === 'object' && VERSION.test(Object.keys(value)[0] ?? '');
}

function newest(values: Record<string, Selector>): Selector {
  return values[Object.keys(values).reduce((best, version) => (isNewer(version, best) ? version : best))];
}

function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => (VERSION.exec(text) ?? []).slice(1).map(Number));
  const place = a.findIndex((part, i) => part !== b[i]);
  return place >= 0 && a[place] > b[place];
}
