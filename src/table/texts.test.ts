import { unitIn } from './texts';

jest.mock('./access', () => ({ grafanaUser: () => ({ language: 'en-US' }) }));

it.each(['2', 'eth0', 'C:', 'prod', 'web-1', 'p95', 'avg', 'total', '5m', '10.0.0.1', 'n/a', 'queue'])(
  'takes no unit from "Disk usage (%s)"',
  (text) => {
    expect(unitIn(`Disk usage (${text})`)).toBe('');
  }
);

it.each(['ms', 's', 'GB', 'MiB', 'kB/s', 'req/s', '1/min', '°C', 'bytes', 'Mbit/s', 'W', 'mA', 'rpm', 'IOPS', '€'])(
  'takes the unit %s',
  (text) => {
    expect(unitIn(`Some name (${text})`)).toBe(` ${text}`);
  }
);
