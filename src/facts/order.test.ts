import { newestAlerts } from './order';

test('a limit prefers active alerts over ended ones, even if those have later times', () => {
  const alert = (id: string, active: boolean, lastSeenAt: number | null) => ({ id, active, lastSeenAt });
  const alerts = [
    alert('ended', false, 9),
    alert('open', false, null),
    alert('active', true, 3),
    alert('old', false, 1),
  ];
  const kept = (limit: number) => newestAlerts(alerts, limit).map(({ id }) => id);
  expect([kept(1), kept(2), kept(3)]).toEqual([['active'], ['open', 'active'], ['ended', 'open', 'active']]);
});
