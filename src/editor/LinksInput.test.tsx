import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { LinksInput } from './LinksInput';

function show(stored: unknown = [], disabled = false) {
  let current = stored;
  function Harness() {
    const [links, setLinks] = useState(stored);
    current = links;
    return <LinksInput stored={links} disabled={disabled} onChange={setLinks} />;
  }
  render(<Harness />);
  return { links: () => current };
}

const LOGS = { title: 'Logs', url: 'https://logs/?host={{node}}' };

describe('LinksInput', () => {
  it('stores a title, an address, and the places of the link', async () => {
    const { links } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Add link' }));
    await userEvent.type(screen.getByLabelText('Title'), 'Logs');
    await userEvent.type(screen.getByLabelText('URL'), 'https://logs/?host={{{{node}}');
    expect(links()).toEqual([LOGS]);
    await userEvent.click(screen.getByLabelText('On'));
    await userEvent.click(await screen.findByRole('option', { name: 'Alerts' }));
    await userEvent.click(screen.getByRole('option', { name: 'Metrics' }));
    expect(links()).toEqual([{ ...LOGS, on: ['node'] }]);
  });

  it.each([
    ['javascript:alert(1)', /Use a URL that begins with/],
    ['//host', /Use a URL that begins with/],
    ['logs', /Use a URL that begins with/],
    ['/x/{{{{host}}', /Unknown placeholder: host\./],
  ])('marks %s', async (url, error) => {
    show([{ title: 'A' }]);
    await userEvent.type(screen.getByLabelText('URL'), url);
    expect(screen.getByText(error)).toBeVisible();
    expect(screen.getByLabelText('URL')).toBeInvalid();
  });

  it('removes one of several', async () => {
    const { links } = show([LOGS, { ...LOGS, title: 'Runbook' }]);
    const group = screen.getByRole('group', { name: 'Logs' });
    await userEvent.click(within(group).getByRole('button', { name: 'Remove Logs' }));
    expect(links()).toEqual([{ ...LOGS, title: 'Runbook' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Runbook' }));
    expect(links()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['no list', 'https://x'],
    ['a list of anything', [null, 7, { title: 7, on: 'host' }]],
  ])('shows %s without failing', (_, stored) => {
    show(stored, true);
    expect(screen.getByRole('button', { name: 'Add link' })).toBeDisabled();
  });
});
