import { locationService } from '@grafana/runtime';
import React, { type ReactNode } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom-v5-compat';

/** The router that links of `@grafana/ui` look for, over the one history of the location service. */
export function Routing({ children }: { children: ReactNode }) {
  return <HistoryRouter history={locationService.getHistory() as never}>{children}</HistoryRouter>;
}
