import { locationService } from '@grafana/runtime';
import React, { type ReactNode } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom-v5-compat';

const history = locationService.getHistory();

/** The location service's history for a newer router, whose listeners expect one object instead of two arguments. */
const adapted = {
  get location() {
    return history.location;
  },
  get action() {
    return history.action;
  },
  createHref: history.createHref.bind(history),
  push: history.push.bind(history),
  replace: history.replace.bind(history),
  go: history.go.bind(history),
  listen: (listener: (update: object) => void) =>
    history.listen((location: object, action: string) => listener({ location, action })),
};

/** The router that links in `@grafana/ui` need. */
export function Routing({ children }: { children: ReactNode }) {
  return <HistoryRouter history={adapted as never}>{children}</HistoryRouter>;
}
