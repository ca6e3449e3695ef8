import { css } from '@emotion/css';
import { AppEvents } from '@grafana/data';
import { getAppEvents } from '@grafana/runtime';
import { Alert } from '@grafana/ui';
import React, { useEffect, useState } from 'react';

type ReadOutcome = ['success' | 'error', string];
const SECONDS = 5;

/** Messages after a click, for example that a text was copied. */
export function Toasts() {
  const [said, setSaid] = useState<ReadOutcome>();
  useEffect(() => {
    const events = getAppEvents() as unknown as {
      on: (event: object, show: (payload: unknown[]) => void) => void;
      off: (event: object, show: (payload: unknown[]) => void) => void;
    };
    const shown = [
      [AppEvents.alertSuccess, ([text]: unknown[]) => setSaid(['success', String(text)])],
      [AppEvents.alertError, ([text]: unknown[]) => setSaid(['error', String(text)])],
    ] as const;
    shown.forEach(([event, show]) => events.on(event, show));
    return () => shown.forEach(([event, show]) => events.off(event, show));
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(undefined), SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [said]);
  return said ? (
    <div className={css({ position: 'fixed', top: 60, right: 16, zIndex: 9999 })}>
      <Alert elevated severity={said[0]} title={said[1]} onRemove={() => setSaid(undefined)} />
    </div>
  ) : null;
}
