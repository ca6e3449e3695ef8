import { getBackendSrv } from '@grafana/runtime';
import { Card, Stack, TagList } from '@grafana/ui';
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
    <Page title="Dashboards" heading>
      <Stack direction="column" gap={1}>
        {dashboards.map(({ uid, title, description, tags }) => (
          <Card key={uid} href={`/d/${uid}`} noMargin>
            <Card.Heading>{title}</Card.Heading>
            {description && <Card.Description>{description}</Card.Description>}
            {tags.length > 0 && (
              <Card.Tags>
                <TagList tags={tags} />
              </Card.Tags>
            )}
          </Card>
        ))}
      </Stack>
    </Page>
  );
}
