import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import { useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { askAgain } from '../run/again';
import { Choice } from './Choice';

interface State {
  day: string;
  answers: string;
  faults: string;
}

const ADDRESS = '/api/workbench/demo';

/** Words for what `server/demo.ts` knows. */
const DAYS = { usual: 'usual', busy: 'busy: twenty alerts', quiet: 'quiet: none' };
const ANSWERS = { prompt: 'at once', slow: 'after 1 to 3 s', 'very slow': 'after 4 to 9 s' };
const FAULTS = {
  none: 'none',
  'one in seven': 'one request in seven fails',
  overloaded: 'overloaded (429)',
  forbidden: 'forbidden (403)',
  'not reachable': 'not reachable',
};

/** Lets the demo service be slow, faulty or busy, so that people see what happens then; nothing where it is no demo. */
export function DemoSwitches() {
  const styles = useStyles2(getStyles);
  const [state, setState] = useState<State>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    // Another service than the demo has none.
    getBackendSrv()
      .get(ADDRESS)
      .then(setState, () => setState(undefined));
  }, []);
  if (!state) {
    return null;
  }
  const change = async (part: Partial<State>) => {
    setBusy(true);
    setRefused(false);
    try {
      setState(await getBackendSrv().put(ADDRESS, part));
      if (part.day) {
        // The first dashboard is made of the alerts of the day.
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
    <section className={styles.box} aria-label="Demo service">
      <h2 className={styles.heading}>Demo service</h2>
      <Choice label="Day" value={state.day} options={DAYS} disabled={busy} onChange={(day) => void change({ day })} />
      <Choice
        label="Answers"
        value={state.answers}
        options={ANSWERS}
        disabled={busy}
        onChange={(answers) => void change({ answers })}
      />
      <Choice
        label="Faults"
        value={state.faults}
        options={FAULTS}
        disabled={busy}
        onChange={(faults) => void change({ faults })}
      />
      {refused && <span role="alert">The demo service did not take this: measured data have no other day.</span>}
    </section>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  box: css({
    display: 'flex',
    flexDirection: 'column',
    gap: theme.spacing(1),
    marginTop: 'auto',
    padding: theme.spacing(2, 1, 1),
    [theme.breakpoints.down('md')]: { display: 'none' },
  }),
  heading: css({ margin: 0, fontSize: theme.typography.body.fontSize }),
});
