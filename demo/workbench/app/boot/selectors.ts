type Selector = string | ((...args: never[]) => string);
interface Group {
  [name: string]: Group | Selector;
}

const VERSION = /^\d+\.\d+\.\d+/;

/**
 * Test ids by name, with the values of the newest Grafana: the result of `@grafana/e2e-selectors`. The build uses this
 * instead of its resolver. That one distinguishes names from versions with thousands of exceptions, which took more than
 * half of the page's startup time.
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
