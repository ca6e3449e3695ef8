import { type DataSourceSettings } from '@grafana/data';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { type SecureSettings, type StoredSettings } from '../settings';
import ConfigEditor from './ConfigEditor';

type Options = DataSourceSettings<StoredSettings, SecureSettings>;

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

const openReading = () => userEvent.click(screen.getByRole('button', { name: /section Reading data/ }));

describe('ConfigEditor', () => {
  it('stores the URL', async () => {
    const { options } = show({ url: '' });
    expect(screen.getByText("Enter the service's base address.")).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^URL/), 'https://host/api/');
    expect(options().url).toBe('https://host/api/');
    expect(screen.queryByText("Enter the service's base address.")).not.toBeInTheDocument();
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
    expect(screen.getByText('Access "direct" is refused')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Let Grafana ask/ }));
    expect(options().access).toBe('proxy');
    expect(screen.queryByText('Access "direct" is refused')).not.toBeInTheDocument();
  });

  it('stores what new queries start with', async () => {
    const { options } = show();
    await userEvent.type(screen.getByLabelText('Node'), '101');
    await userEvent.type(screen.getByLabelText('Metric'), 'cpu');
    expect(options().jsonData).toEqual({ defaultNodeId: '101', defaultMetricId: 'cpu' });
  });

  it('opens with the settings of reading where one is set, and stays out of the way else', () => {
    show({ jsonData: { maxWindow: '7d' } });
    expect(screen.getByLabelText('Longest span')).toHaveValue('7d');
  });

  it.each<[string, string, StoredSettings]>([
    ['Longest span', '7d', { maxWindow: '7d' }],
    ['Longest span at 1m', '24h', { maxFineWindow: '24h' }],
    ['Reuse for', '30m', { reuseFor: '30m' }],
    ['Read again on refresh', '5m', { refreshOverlap: '5m' }],
    ['Requests at once', '2', { maxConcurrentRequests: 2 }],
    ['Timeout', '60', { timeout: 60 }],
  ])('stores %s', async (label, text, stored) => {
    const { options } = show();
    await openReading();
    await userEvent.type(screen.getByLabelText(label), text);
    expect(options().jsonData).toEqual(stored);
    await userEvent.clear(screen.getByLabelText(label));
    expect(options().jsonData).toEqual({});
  });

  it.each([
    ['Longest span', '15d', /From 1h to 14d/],
    ['Longest span', '30m', /From 1h to 14d/],
    ['Longest span at 1m', '49h', /From 1h to 48h/],
    ['Reuse for', 'long', /Not a span/],
    ['Read again on refresh', '10', /Not a span/],
    ['Requests at once', '0', /A whole number from 1 on/],
    ['Timeout', 'x', /A whole number from 1 on/],
  ])('marks a wrong %s: %s', async (label, text, error) => {
    show();
    await openReading();
    await userEvent.type(screen.getByLabelText(label), text);
    expect(screen.getByText(error)).toBeVisible();
    expect(screen.getByLabelText(label)).toBeInvalid();
  });

  it('chooses families and switches', async () => {
    const { options } = show();
    await openReading();
    await userEvent.click(screen.getAllByRole('radio', { name: 'v2' })[0]);
    await userEvent.click(screen.getAllByRole('radio', { name: 'v1' })[1]);
    await userEvent.click(screen.getByLabelText('Show parts as they come'));
    await userEvent.click(screen.getByLabelText('Reuse what was read'));
    expect(options().jsonData).toEqual({
      metricVersion: 'v2',
      alertsVersion: 'v1',
      progressive: false,
      reuseData: false,
    });
    expect(screen.queryByLabelText('Reuse for')).not.toBeInTheDocument();
  });

  it('cannot be changed where the data source is provisioned', async () => {
    show({ readOnly: true });
    await openReading();
    for (const input of screen.getAllByRole('textbox')) {
      expect(input).toBeDisabled();
    }
  });
});
