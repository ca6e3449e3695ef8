import { DataSourceTestSucceeded, type DataSourceSettings, EventBusSrv } from '@grafana/data';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { config, setAppEvents, setDataSourceSrv } from '@grafana/runtime';
import { fakeService } from '../../tests/support/fakeContext';
import { remember } from '../answer/nameBook';
import { type SecureSettings, type StoredSettings } from '../settings';
import ConfigEditor from './ConfigEditor';

type Options = DataSourceSettings<StoredSettings, SecureSettings>;

const PEM = '-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----';
const KEY = '-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----';

const events = new EventBusSrv();
setAppEvents(events);

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

const openAll = async () => {
  for (const button of screen.getAllByRole('button', { name: /^Expand section/ })) {
    await userEvent.click(button);
  }
};

describe('ConfigEditor', () => {
  it('stores the URL', async () => {
    const { options } = show({ url: '' });
    expect(screen.getByLabelText(/^URL/)).toBeValid();
    await userEvent.click(screen.getByLabelText(/^URL/));
    await userEvent.tab();
    expect(screen.getByText('Enter the URL of the service.')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^URL/), 'https://host/api/');
    expect(options().url).toBe('https://host/api/');
    expect(screen.queryByText('Enter the URL of the service.')).not.toBeInTheDocument();
  });

  it('stores the access token where it is encrypted, and nowhere else', async () => {
    const { options } = show();
    await userEvent.type(screen.getByLabelText(/^Access token/), 'secret');
    expect(options().secureJsonData).toEqual({ accessToken: 'secret' });
    expect(options().jsonData).toEqual({});
  });

  it('shows that a token is stored, not the token, and takes another one', async () => {
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

  it('says that direct access is refused, and mends it', async () => {
    const { options } = show({ access: 'direct' });
    expect(screen.getByText(/^Browser access would expose the token/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Switch to Server/ }));
    expect(options().access).toBe('proxy');
    expect(screen.queryByText(/^Browser access would expose the token/)).not.toBeInTheDocument();
  });

  it('stores what new queries start with', async () => {
    const { options } = show();
    await userEvent.type(screen.getByLabelText('Node'), '101');
    await userEvent.type(screen.getByLabelText('Metric'), 'cpu');
    expect(options().jsonData).toEqual({ defaultNodeId: '101', defaultMetricId: 'cpu' });
  });

  it('opens with the settings of reading where one is set, and stays out of the way else', () => {
    show({ jsonData: { maxWindow: '7d' } });
    expect(screen.getByLabelText('Maximum range per request')).toHaveValue('7d');
  });

  it.each<[string, string, StoredSettings]>([
    ['Maximum range per request', '7d', { maxWindow: '7d' }],
    ['Maximum range at 1m', '24h', { maxFineWindow: '24h' }],
    ['Reuse for', '30m', { reuseFor: '30m' }],
    ['Overlap on refresh', '5m', { refreshOverlap: '5m' }],
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
    ['Maximum range per request', '15d', /Use 1h to 14d/],
    ['Maximum range per request', '30m', /Use 1h to 14d/],
    ['Maximum range at 1m', '49h', /Use 1h to 48h/],
    ['Reuse for', 'long', /Not a duration/],
    ['Overlap on refresh', '10', /Not a duration/],
    ['Concurrent requests', '0', /Enter a whole number of 1 or more/],
    ['Timeout in seconds', 'x', /Enter a whole number of 1 or more/],
  ])('marks a wrong %s: %s', async (label, text, error) => {
    show();
    await openAll();
    await userEvent.type(screen.getByLabelText(label), text);
    expect(screen.getByText(error)).toBeVisible();
    expect(screen.getByLabelText(label)).toBeInvalid();
  });

  it('chooses families and switches', async () => {
    const { options } = show();
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
    expect(screen.queryByLabelText('Reuse for')).not.toBeInTheDocument();
  });

  it("stores what Grafana's proxy knows of TLS, under Grafana's own names", async () => {
    const { options } = show({ url: 'https://service' });
    await userEvent.type(screen.getByLabelText('Server name'), 'inside');
    await userEvent.click(screen.getByLabelText('Add self-signed certificate'));
    await userEvent.click(screen.getByLabelText(/^CA Certificate/));
    await userEvent.paste(PEM);
    await userEvent.click(screen.getByLabelText('TLS Client Authentication'));
    await userEvent.click(screen.getByLabelText(/^Client Certificate/));
    await userEvent.paste(PEM);
    await userEvent.click(screen.getByLabelText(/^Client Key/));
    await userEvent.paste(KEY);
    expect(options().jsonData).toEqual({ tlsAuthWithCACert: true, tlsAuth: true, serverName: 'inside' });
    expect(options().secureJsonData).toEqual({ tlsCACert: PEM, tlsClientCert: PEM, tlsClientKey: KEY });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await userEvent.click(screen.getByLabelText('Skip TLS certificate validation'));
    expect(options().jsonData).toMatchObject({ tlsSkipVerify: true });
    expect(screen.getByRole('alert')).toHaveTextContent(/could read the token/);
    await userEvent.click(screen.getByLabelText('Skip TLS certificate validation'));
    expect(options().jsonData).not.toHaveProperty('tlsSkipVerify');
  });

  it.each([
    ['CA Certificate', 'MIIB', /Not in PEM form/],
    ['CA Certificate', '', /Enter it, or turn off/],
    ['Client Key', PEM, /Not in PEM form/],
    ['Client Key', '-----BEGIN ENCRYPTED PRIVATE KEY-----', /passphrase/],
  ])('marks a %s that Grafana would refuse: %s', async (label, text, error) => {
    show({ url: 'https://service', jsonData: { tlsAuth: true, tlsAuthWithCACert: true } });
    const input = screen.getByLabelText(new RegExp(`^${label}`));
    await userEvent.click(input);
    await (text === '' ? userEvent.tab() : userEvent.paste(text));
    expect(screen.getByRole('alert')).toHaveTextContent(error);
  });

  it('says that certificates are of no use without https', () => {
    show({ url: 'http://service', jsonData: { tlsAuth: true }, secureJsonFields: { tlsClientCert: true } });
    expect(screen.getByRole('alert')).toHaveTextContent(/does not start with https/);
  });

  it('stores headers, cookies and the proxy that the server offers', async () => {
    config.secureSocksDSProxyEnabled = true;
    const { options } = show();
    await openAll();
    await userEvent.click(screen.getByRole('button', { name: 'Add another' }));
    await userEvent.type(screen.getByLabelText('Header'), 'X-Tenant');
    await userEvent.type(screen.getByLabelText('Value'), 'one');
    await userEvent.type(screen.getByLabelText('Allowed cookies'), 'session{Enter}');
    await userEvent.click(screen.getByLabelText('Secure Socks Proxy'));
    expect(options().jsonData).toEqual({
      httpHeaderName1: 'X-Tenant',
      keepCookies: ['session'],
      enableSecureSocksProxy: true,
    });
    expect(options().secureJsonData).toEqual({ httpHeaderValue1: 'one' });
    config.secureSocksDSProxyEnabled = false;
  });

  it('keeps the stored value of a header that is renamed, or left when another is removed', async () => {
    const { options } = show({
      jsonData: { httpHeaderName1: 'X-One', httpHeaderName2: 'X-Two', httpHeaderName10: 'X-Ten' } as StoredSettings,
      secureJsonFields: { httpHeaderValue1: true, httpHeaderValue2: true },
    });
    const names = screen.getAllByLabelText('Header');
    expect(names.map((input) => input.getAttribute('value'))).toEqual(['X-One', 'X-Two', 'X-Ten']);
    await userEvent.type(names[1], '-b');
    await userEvent.click(screen.getAllByRole('button', { name: 'Remove Header' })[0]);
    await userEvent.click(screen.getByRole('button', { name: 'Add another' }));
    expect(options().jsonData).toEqual({ httpHeaderName2: 'X-Two-b', httpHeaderName10: 'X-Ten', httpHeaderName11: '' });
    expect(options().secureJsonFields).toEqual({ httpHeaderValue2: true });
  });

  it('offers no proxy that the server does not', async () => {
    show();
    await openAll();
    expect(screen.queryByLabelText('Secure Socks Proxy')).not.toBeInTheDocument();
  });

  it('leads from a test that went well to a metric that it saw', async () => {
    const named = {
      nodeId: '101',
      nodeName: 'db',
      systemId: null,
      systemName: null,
      metricId: 'cpu',
      metricName: null,
    };
    const { context } = fakeService(() => ({ body: [] }));
    remember(context, [{ metrics: [named] }]);
    const source = { context };
    setDataSourceSrv({ get: () => Promise.resolve(source) } as never);
    show({ uid: 'u1', type: 't' });
    expect(screen.queryByRole('link', { name: /Explore/ })).not.toBeInTheDocument();
    events.publish(new DataSourceTestSucceeded());
    const link = await screen.findByRole('link', { name: 'Show cpu · db in Explore' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://grafana');
    expect(address.pathname).toBe('/explore');
    expect(JSON.parse(address.searchParams.get('panes') ?? '')).toEqual({
      link: {
        datasource: 'u1',
        range: { from: 'now-24h', to: 'now' },
        queries: [
          {
            refId: 'A',
            datasource: { uid: 'u1', type: 't' },
            queryType: 'metric',
            nodeId: '101',
            metricId: 'cpu',
            nodeName: 'db',
            overlay: 'alerts',
          },
        ],
      },
    });
  });

  it('cannot be changed where the data source is provisioned', async () => {
    show({ readOnly: true, jsonData: { httpHeaderName1: 'X-A', tlsAuth: true, timeout: 5 } as StoredSettings });
    await openAll();
    for (const input of screen.getAllByRole('textbox')) {
      expect(input).toBeDisabled();
    }
  });
});
