import { css } from '@emotion/css';
import { AppEvents, type BusEventWithPayload, type GrafanaTheme2 } from '@grafana/data';
import { getAppEvents } from '@grafana/runtime';
import { Alert, useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { Subscription } from 'rxjs';

type Severity = 'success' | 'warning' | 'error' | 'info';

interface Message {
  id: number;
  severity: Severity;
  title: string;
  text?: string;
}

const EVENTS = { success: AppEvents.alertSuccess, warning: AppEvents.alertWarning, error: AppEvents.alertError };
const SHOWN_FOR = 5000;
let count = 0;

/** What parts of the page, the plugin among them, tell the user in passing. */
export function Notifications() {
  const styles = useStyles2(getStyles);
  const [messages, setMessages] = useState<Message[]>([]);
  useEffect(() => {
    const subscriptions = new Subscription();
    for (const [severity, event] of Object.entries(EVENTS)) {
      const show = ([title = '', text]: string[]) => {
        const message = { id: ++count, severity: severity as Severity, title: String(title), text };
        setMessages((before) => [...before, message]);
        setTimeout(() => setMessages((before) => before.filter(({ id }) => id !== message.id)), SHOWN_FOR);
      };
      const stream = getAppEvents().getStream<BusEventWithPayload<string[]>>({ type: event.name } as never);
      subscriptions.add(stream.subscribe(({ payload }) => show(payload)));
    }
    return () => subscriptions.unsubscribe();
  }, []);
  return (
    <div className={styles.stack}>
      {messages.map(({ id, severity, title, text }) => (
        <Alert key={id} severity={severity} title={title} elevated>
          {text}
        </Alert>
      ))}
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  stack: css({ position: 'fixed', top: 48, right: 16, width: 400, maxWidth: '90vw', zIndex: theme.zIndex.portal }),
});
