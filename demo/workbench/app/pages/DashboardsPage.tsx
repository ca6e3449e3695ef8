import { locationUtil } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import { Card, Stack } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { type DashboardEntry } from '../dashboard/model';
import { Page } from '../layout/Page';

/** All dashboards that the workbench knows. */
export function DashboardsPage() {
  const [dashboards, setDashboards] = useState<DashboardEntry[]>([]);
  useEffect(() => {
    void getBackendSrv().get('/api/search').then(setDashboards);
  }, []);
  return (
    <Page title="Dashboards">
      <Stack direction="column" gap={1}>
        {dashboards.map(({ uid, title, description }) => (
          <Card key={uid} href={locationUtil.assureBaseUrl(`/d/${uid}`)} noMargin>
            <Card.Heading>{title}</Card.Heading>
            {description && <Card.Description>{description}</Card.Description>}
          </Card>
        ))}
      </Stack>
    </Page>
  );
}
