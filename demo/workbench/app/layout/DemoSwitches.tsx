import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import { useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { askAgain } from '../run/observable';
import { Choice } from './Choice';

const ADDRESS = '/api/workbench/demo';

/** Words for what `server/demo.ts` knows. */
const SWITCHES = {
  day: { label: 'Day', options: { usual: 'usual', busy: 'busy: twenty alerts', quiet: 'quiet: none' } },
  answers: {
    label: 'Answers',
    options: { prompt: 'at once', slow: 'after 1 to 3 s', 'very slow': 'after 4 to 9 s' },
  },
  faults: {
    label: 'Faults',
    options: {
      none: 'none',
      'one in seven': 'one request in seven fails',
      overloaded: 'overloaded (429)',
      forbidden: 'forbidden (403)',
      'not reachable': 'not reachable',
    },
  },
} as const;
type Name = keyof typeof SWITCHES;

/** Makes the demo service slow, faulty or busy, so that people see what happens then; nothing for other services. */
export function DemoSwitches() {
  const styles = useStyles2(getStyles);
  const [state, setState] = useState<Record<Name, string>>();
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    getBackendSrv()
      .get(ADDRESS)
      .then(setState, () => setState(undefined));
  }, []);
  if (!state) {
    return null;
  }
  const change = async (name: Name, value: string) => {
    setBusy(true);
    setRefused(false);
    try {
      setState(await getBackendSrv().put(ADDRESS, { [name]: value }));
      if (name === 'day') {
        // The dashboard "Corridors" is made of the day's alerts.
        window.location.reload();
      }
      askAgain();
    } catch {
      setRefused(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles} aria-label="Demo service">
      <h2>Demo service</h2>
      {(Object.keys(SWITCHES) as Name[]).map((name) => (
        <Choice
          key={name}
          {...SWITCHES[name]}
          value={state[name]}
          disabled={isBusy}
          onChange={(value) => void change(name, value)}
        />
      ))}
      {isRefused && <span role="alert">The demo service refused: measured data have no other day.</span>}
    </section>
  );
}

const getStyles = (theme: GrafanaTheme2) =>
  css({
    display: 'grid',
    gap: theme.spacing(1),
    padding: theme.spacing(2, 1, 1),
    h2: { margin: 0, fontSize: theme.typography.body.fontSize },
  });
