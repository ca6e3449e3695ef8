import { type DataSourceSettings } from '@grafana/data';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { config } from '@grafana/runtime';
import { type SecureSettings, type StoredSettings } from '../ground/settings';
import ConfigEditor from './ConfigEditor';

type Options = DataSourceSettings<StoredSettings, SecureSettings>;

const PEM = '-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----';

function show(given: Partial<Options> = {}) {
  const initial = { url: 'http://service:9400', access: 'proxy', jsonData: {}, secureJsonFields: {}, ...given };
  let current = initial as Options;
  function Harness() {
    const [options, setOptions] = useState(current);
    current = options;
    return <ConfigEditor options={options} onOptionsChange={setOptions} />;
  }
  render(<Harness />);
  return { options: () => current };
}

const FOR_FILES = ['Maximum range per request', 'Maximum range at 1m', 'Reuse for', 'Overlap on refresh'];

const openAll = async () => {
  for (const button of screen.getAllByRole('button', { name: /^Expand section/ })) {
    await userEvent.click(button);
  }
};

describe('ConfigEditor', () => {
  it('stores the URL', async () => {
    const { options } = show({ url: '' });
    await userEvent.type(screen.getByLabelText('Data source connection URL'), 'https://host/api/');
    expect(options().url).toBe('https://host/api/');
  });

  it('only stores the access token encrypted', async () => {
    const { options } = show();
    await userEvent.type(screen.getByLabelText(/^Access token/), 'secret');
    expect(options().secureJsonData).toEqual({ accessToken: 'secret' });
    expect(options().jsonData).toEqual({});
  });

  it('shows that a token is stored, but not the token, and accepts another', async () => {
    const { options } = show({ secureJsonFields: { accessToken: true } });
    expect(screen.getByLabelText(/^Access token/)).toBeDisabled();
    expect(screen.getByLabelText(/^Access token/)).toHaveValue('configured');
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await userEvent.type(screen.getByLabelText(/^Access token/), 'new');
    expect(options()).toMatchObject({
      secureJsonData: { accessToken: 'new' },
      secureJsonFields: { accessToken: false },
    });
  });

  it('stores the defaults of new queries', async () => {
    const { options } = show();
    await userEvent.type(screen.getByLabelText('Node'), '101');
    await userEvent.type(screen.getByLabelText('Metric'), 'cpu');
    expect(options().jsonData).toEqual({ defaultNodeId: '101', defaultMetricId: 'cpu' });
  });

  it('is open if one of its settings is set, and otherwise hidden', () => {
    show({ jsonData: { maxWindow: '7d' } });
    expect(screen.getByLabelText('Maximum range per request')).toHaveValue('7d');
  });

  it.each<[string, string, StoredSettings]>([
    ['Maximum range per request', '7d', { maxWindow: '7d' }],
    ['Maximum range at 1m', '24h', { maxFineWindow: '24h' }],
    ['Reuse for', '30m', { reuseFor: '30m' }],
    ['Overlap on refresh', '5m', { refreshOverlap: '5m' }],
  ])('only shows %s if it is set, and keeps it while it is cleared', async (label, text, stored) => {
    const [name] = Object.keys(stored);
    const { options } = show({ jsonData: { [name]: '1h' } });
    const input = screen.getByLabelText(label);
    await userEvent.clear(input);
    expect(options().jsonData).toEqual({});
    await userEvent.type(input, text);
    expect(options().jsonData).toEqual(stored);
  });

  it('only shows settings for provisioning if they are set', async () => {
    show();
    await openAll();
    expect(screen.queryByText('Fine-tuning')).not.toBeInTheDocument();
    for (const label of [...FOR_FILES, 'Reuse loaded data', 'Show partial results']) {
      expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
    }
    expect(screen.getByLabelText('Concurrent requests')).toBeVisible();
  });

  it('shows a setting in another form as it is understood', async () => {
    const stored: unknown = { reuseData: 'false', metricVersion: 'V2', sharedCache: 'true' };
    show({ jsonData: stored as StoredSettings });
    await openAll();
    expect(screen.getByLabelText('Reuse loaded data')).not.toBeChecked();
    expect(screen.getByLabelText('Shared cache')).toBeChecked();
    expect(screen.getAllByRole('radio', { name: 'v2' })[0]).toBeChecked();
  });

  it.each<[string, string, StoredSettings]>([
    ['Concurrent requests', '2', { maxConcurrentRequests: 2 }],
    ['Timeout in seconds', '60', { timeout: 60 }],
  ])('stores %s', async (label, text, stored) => {
    const { options } = show();
    await openAll();
    await userEvent.type(screen.getByLabelText(label), text);
    expect(options().jsonData).toEqual(stored);
    await userEvent.clear(screen.getByLabelText(label));
    expect(options().jsonData).toEqual({});
  });

  it.each([
    ['Maximum range per request', '15d', /Use 1h–14d/],
    ['Maximum range per request', '30m', /Use 1h–14d/],
    ['Maximum range at 1m', '49h', /Use 1h–48h/],
    ['Reuse for', 'long', /Use 10m, 1h/],
    ['Overlap on refresh', '10', /Use 10m, 1h/],
    ['Concurrent requests', '0', /Use 1, 4, 12/],
  ])('marks a wrong %s: %s', async (label, text, error) => {
    show({ jsonData: { maxWindow: '1d', maxFineWindow: '1d', reuseFor: '1h', refreshOverlap: '1h' } });
    await openAll();
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
    expect(screen.getByText(error)).toBeVisible();
    expect(screen.getByLabelText(label)).toBeInvalid();
  });

  it('chooses families and switches', async () => {
    const { options } = show({ jsonData: { progressive: true, reuseData: true } });
    await openAll();
    await userEvent.click(screen.getAllByRole('radio', { name: 'v2' })[0]);
    await userEvent.click(screen.getAllByRole('radio', { name: 'v1' })[1]);
    await userEvent.click(screen.getByLabelText('Show partial results'));
    await userEvent.click(screen.getByLabelText('Shared cache'));
    await userEvent.click(screen.getByLabelText('Reuse loaded data'));
    expect(options().jsonData).toEqual({
      metricVersion: 'v2',
      alertsVersion: 'v1',
      progressive: false,
      sharedCache: true,
      reuseData: false,
    });
  });

  it("stores settings of Grafana's proxy under Grafana's own names", async () => {
    config.secureSocksDSProxyEnabled = true;
    const { options } = show({ url: 'https://service' });
    await openAll();
    await userEvent.click(screen.getByLabelText('Add self-signed certificate'));
    await userEvent.click(screen.getByLabelText(/^CA Certificate/));
    await userEvent.paste(PEM);
    await userEvent.click(screen.getByRole('button', { name: 'Add header' }));
    await userEvent.type(screen.getByLabelText('Header'), 'X-Tenant');
    await userEvent.type(screen.getByLabelText('Value'), 'one');
    await userEvent.type(screen.getByLabelText('Allowed cookies'), 'session{Enter}');
    await userEvent.click(screen.getByLabelText('Secure Socks Proxy Enabled'));
    expect(options().jsonData).toEqual({
      tlsAuthWithCACert: true,
      httpHeaderName1: 'X-Tenant',
      keepCookies: ['session'],
      enableSecureSocksProxy: true,
    });
    expect(options().secureJsonData).toEqual({ tlsCACert: PEM, httpHeaderValue1: 'one' });
    config.secureSocksDSProxyEnabled = false;
  });

  it('has no proxy setting if the server has no proxy', async () => {
    show();
    await openAll();
    expect(screen.queryByLabelText('Secure Socks Proxy Enabled')).not.toBeInTheDocument();
  });

  it('cannot be changed if the data source is provisioned', async () => {
    show({ readOnly: true, jsonData: { httpHeaderName1: 'X-A', tlsAuth: true, timeout: 5 } as StoredSettings });
    await openAll();
    for (const input of screen.getAllByRole('textbox')) {
      expect(input).toBeDisabled();
    }
  });

  it.each([['session'], [['session', null]]])('shows allowed cookies that are stored as %j', async (keepCookies) => {
    show({ jsonData: { keepCookies } as unknown as StoredSettings });
    await openAll();
    expect(screen.getByText('session')).toBeVisible();
  });
});
