import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { type StoredSettings } from '../ground/settings';
import { LinksInput } from './LinksInput';
import { type Options } from './sections';

function show(jsonData: StoredSettings = {}, readOnly = false) {
  let current = { jsonData, readOnly } as Options;
  function Harness() {
    const [options, setOptions] = useState(current);
    current = options;
    return <LinksInput options={options} onOptionsChange={setOptions} />;
  }
  render(<Harness />);
  return { links: () => current.jsonData.links };
}

const LOGS = { title: 'Logs', url: 'https://logs/?host={{node}}' };

describe('LinksInput', () => {
  it('stores a title, an address, and the places of the link, and shows an example', async () => {
    const { links } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Add link' }));
    await userEvent.type(screen.getByLabelText('Title'), 'Logs');
    await userEvent.type(screen.getByLabelText('URL'), 'https://logs/?host={{{{node}}');
    expect(links()).toEqual([LOGS]);
    expect(screen.getByText(/https:\/\/logs\/\?host=web-1$/)).toBeVisible();
    await userEvent.click(screen.getByLabelText('Alerts'));
    await userEvent.click(screen.getByLabelText('Metrics'));
    expect(links()).toEqual([{ ...LOGS, on: ['node'] }]);
    // At least one place remains selected.
    expect(screen.getByLabelText('Nodes')).toBeDisabled();
    await userEvent.click(screen.getByLabelText('Alerts'));
    await userEvent.click(screen.getByLabelText('Metrics'));
    expect(links()).toEqual([LOGS]);
  });

  it.each([
    ['javascript:alert(1)', /Use a URL that begins with/],
    ['//host', /Use a URL that begins with/],
    ['logs', /Use a URL that begins with/],
    ['/x/{{{{host}}', /Unknown placeholder: host\./],
  ])('marks %s', async (url, error) => {
    show({ links: [{ title: 'A' }] });
    await userEvent.type(screen.getByLabelText('URL'), url);
    expect(screen.getByText(error)).toBeVisible();
    expect(screen.getByLabelText('URL')).toBeInvalid();
    expect(screen.queryByText(/^For example:/)).not.toBeInTheDocument();
  });

  it('removes one of several', async () => {
    const { links } = show({ links: [LOGS, { ...LOGS, title: 'Runbook' }] });
    const group = screen.getByRole('group', { name: 'Logs' });
    await userEvent.click(within(group).getByRole('button', { name: 'Remove Logs' }));
    expect(links()).toEqual([{ ...LOGS, title: 'Runbook' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Runbook' }));
    expect(links()).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['no list', 'https://x'],
    ['a list of anything', [null, 7, { title: 7, on: 'host' }]],
  ])('shows %s without failing', (_, stored) => {
    show({ links: stored } as StoredSettings, true);
    expect(screen.getByRole('button', { name: 'Add link' })).toBeDisabled();
  });
});
