import { css } from '@emotion/css';
import { type DataSourceSettings, DataSourceTestSucceeded } from '@grafana/data';
import { getAppEvents, getBackendSrv, getDataSourceSrv } from '@grafana/runtime';
import { Alert, Button, ErrorBoundaryAlert, Field, Input, LoadingPlaceholder } from '@grafana/ui';
import React, { Suspense, useEffect, useState } from 'react';
import { Page } from '../layout/Page';
import { useDataSource } from '../services/data-sources';

interface TestResult {
  status: 'success' | 'error' | 'warning' | 'info';
  message: string;
  details?: { verboseMessage?: string; message?: string };
}

/** The plugin's settings page, saved on the workbench's server. Secrets go there and never return. */
export function SettingsPage({ uid }: { uid: string }) {
  const [settings, setSettings] = useState<DataSourceSettings>();
  const [result, setResult] = useState<TestResult>();
  const [testing, setTesting] = useState(false);
  const ConfigEditor = useDataSource(uid)?.components?.ConfigEditor;
  const address = `/api/datasources/uid/${encodeURIComponent(uid)}`;

  useEffect(() => {
    void getBackendSrv().get(address).then(setSettings);
  }, [address]);

  const saveAndTest = async () => {
    setTesting(true);
    setResult(undefined);
    try {
      const { datasource } = await getBackendSrv().put(address, settings);
      setSettings(datasource);
      setResult(await test(uid));
      getAppEvents().publish(new DataSourceTestSucceeded());
    } catch (error) {
      const { message, data } = error as { message?: string; data?: { message?: string } };
      setResult({ status: 'error', message: message ?? data?.message ?? 'Unknown error' });
    } finally {
      setTesting(false);
    }
  };

  return (
    <Page title={settings?.name ?? 'Data source'}>
      <div className={styles}>
        {settings && ConfigEditor ? (
          <form
            // As in Grafana, whose button saves even if the browser considers fields invalid.
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void saveAndTest();
            }}
          >
            <Field label="Name" htmlFor="basic-settings-name">
              <Input
                id="basic-settings-name"
                width={40}
                value={settings.name}
                onChange={({ currentTarget }) => setSettings({ ...settings, name: currentTarget.value })}
              />
            </Field>
            <ErrorBoundaryAlert>
              <Suspense fallback={<LoadingPlaceholder text="Loading settings…" />}>
                <ConfigEditor options={settings} onOptionsChange={setSettings} />
              </Suspense>
            </ErrorBoundaryAlert>
            {result && (
              <Alert severity={result.status} title={result.message}>
                {result.details?.verboseMessage ?? result.details?.message}
              </Alert>
            )}
            <Button type="submit" disabled={testing}>
              Save & test
            </Button>
          </form>
        ) : (
          <LoadingPlaceholder text="Loading…" />
        )}
      </div>
    </Page>
  );
}

/** Creates the data source again with the saved settings, and runs its test. */
async function test(uid: string): Promise<TestResult> {
  const sources = getDataSourceSrv();
  await (sources.reload() as unknown as Promise<void>);
  const result = await (await sources.get(uid)).testDatasource();
  return { ...result, status: result.status.toLowerCase() as TestResult['status'] };
}

const styles = css({ maxWidth: 880 });
