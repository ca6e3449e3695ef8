type Selector = string | ((...args: never[]) => string);
interface Group {
  [name: string]: Group | Selector;
}

const VERSION = /^\d+\.\d+\.\d+/;

/**
 * Test ids by name, each with the value that the newest Grafana has: what `@grafana/e2e-selectors` works out as it is
 * loaded. The build puts this in its resolver's place, since that one distinguishes names from versions by exceptions, some
 * thousand of them, which took more than half of the time in which a browser starts the page.
 *
 * @param group names, down to values by version (`{ '9.5.0': …, '12.0.0': … }`)
 */
export function resolveSelectors(group: Group): Group {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => {
      if (typeof value !== 'object') {
        return [name, value];
      }
      const versions = Object.keys(value).filter((key) => VERSION.test(key));
      const [newest] = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
      return [name, newest ? value[newest] : resolveSelectors(value)];
    })
  );
}
