import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { MOMENT } from '../ground/fields';
import { SelectInput, ValuesInput, TextInput } from './inputs';

describe('TextInput', () => {
  const show = (value = 'old') => {
    const onCommit = jest.fn();
    const view = render(<TextInput label="Search" value={value} onCommit={onCommit} />);
    return {
      onCommit,
      update: (next: string) => view.rerender(<TextInput label="Search" value={next} onCommit={onCommit} />),
    };
  };

  it('commits when it loses focus, not while typing', async () => {
    const { onCommit } = show();
    await userEvent.type(screen.getByLabelText('Search'), 'er');
    expect(onCommit).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(onCommit.mock.calls).toEqual([['older']]);
  });

  it('commits once with Enter', async () => {
    const { onCommit, update } = show();
    await userEvent.type(screen.getByLabelText('Search'), 'er{Enter}');
    update('older');
    await userEvent.tab();
    expect(onCommit.mock.calls).toEqual([['older']]);
  });

  it('reverts the typed text with Escape', async () => {
    const { onCommit } = show();
    await userEvent.type(screen.getByLabelText('Search'), 'er{Escape}');
    await userEvent.tab();
    expect(screen.getByLabelText('Search')).toHaveValue('old');
    expect(onCommit).not.toHaveBeenCalled();
  });

  it('shows a value that changes from outside', () => {
    const { update } = show();
    update('new');
    expect(screen.getByLabelText('Search')).toHaveValue('new');
  });
});

describe('a point in time', () => {
  const show = (value: string) =>
    render(<TextInput label="At" check={MOMENT.check} value={value} onCommit={jest.fn()} />);

  it.each(['', 'now-6h', '2026-01-31T14:00Z', '1767225600000', '${__to}', '$at', '[[at]]'])('accepts "%s"', (value) => {
    show(value);
    expect(screen.getByLabelText('At')).toBeValid();
  });

  it('marks an invalid time while it is typed, and shows an example', async () => {
    show('');
    await userEvent.type(screen.getByLabelText('At'), 'yesterday');
    expect(screen.getByLabelText('At')).toBeInvalid();
    expect(screen.getByLabelText('At')).toHaveAccessibleDescription(/Not a time\. Use 2026-01-31/);
    await userEvent.clear(screen.getByLabelText('At'));
    expect(screen.getByLabelText('At')).toBeValid();
  });
});

describe('SelectInput', () => {
  const draw = (onChange: jest.Mock, value = 'one') => (
    <SelectInput
      label="Kind"
      value={value}
      options={[
        { value: 'one', description: 'first' },
        { value: 'two', description: 'second' },
      ]}
      onChange={onChange}
    />
  );

  it('filters its list by the typed text, however often the editor renders meanwhile', async () => {
    const onChange = jest.fn();
    const { rerender } = render(draw(onChange));
    await userEvent.type(screen.getByLabelText('Kind'), 'tw');
    rerender(draw(onChange));
    expect(screen.getByLabelText('Kind')).toHaveValue('tw');
    await userEvent.click(await screen.findByRole('option', { name: /two/ }));
    expect(onChange).toHaveBeenCalledWith('two');
  });

  it('selects nothing with Enter if no option matches', async () => {
    const onChange = jest.fn();
    render(draw(onChange, 'two'));
    await userEvent.tab();
    await userEvent.keyboard('{Control>}a{/Control}nine{Enter}');
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(screen.getByLabelText('Kind')).toHaveValue('two');
  });

  it.each(['{Enter}', '{Tab}'])(
    'selects the only match with %s, wherever the stored option is in the list',
    async (key) => {
      const onChange = jest.fn();
      render(draw(onChange, 'two'));
      await userEvent.tab();
      await userEvent.keyboard('{Control>}a{/Control}on');
      await screen.findByRole('option', { name: /one/ });
      await userEvent.keyboard(key);
      expect(onChange.mock.calls).toEqual([['one']]);
    }
  );

  it('shows its value after Escape, with its list open or closed', async () => {
    const onChange = jest.fn();
    render(draw(onChange, 'two'));
    await userEvent.tab();
    await userEvent.keyboard('{Escape}{ArrowDown}{Escape}{Escape}');
    expect(screen.getByLabelText('Kind')).toHaveValue('two');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('selects the option from the arrow keys with Enter', async () => {
    const onChange = jest.fn();
    render(draw(onChange));
    await userEvent.tab();
    await userEvent.keyboard('{Control>}a{/Control}o');
    await screen.findByRole('option', { name: /two/ });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onChange.mock.calls).toEqual([['two']]);
  });

  it('discards the typed text with Escape', async () => {
    const onChange = jest.fn();
    render(draw(onChange));
    await userEvent.tab();
    await userEvent.keyboard(`{Control>}a{/Control}two`);
    await screen.findByRole('option', { name: /two/ });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByLabelText('Kind'));
    await screen.findByRole('option', { name: /two/ });
    await userEvent.keyboard('{Enter}');
    expect(onChange).not.toHaveBeenCalledWith('two');
  });

  it('shows a value that is not in the list', () => {
    render(draw(jest.fn(), 'other'));
    expect(screen.getByLabelText('Kind')).toHaveValue('other');
  });
});

describe('ValuesInput', () => {
  const show = () => {
    const stored = jest.fn();
    function Editor() {
      const [value, setValue] = useState(['low']);
      const store = (next: string[]) => {
        stored(next);
        setValue(next);
      };
      return (
        <ValuesInput
          label="Impact"
          known={['severe', 'high', 'low', '$impact_2', '$impact']}
          value={value}
          onChange={store}
        />
      );
    }
    render(<Editor />);
    return stored;
  };
  const LEAVE: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
    ['Enter', () => userEvent.keyboard('{Enter}')],
    ['Tab', () => userEvent.tab()],
    ['a click elsewhere', () => userEvent.click(document.body)],
  ];

  it.each(LEAVE)('adds the first value that begins with the typed text, by %s', async (_, leave) => {
    const stored = show();
    await userEvent.click(screen.getByLabelText('Impact'));
    await userEvent.keyboard('Sev');
    await leave();
    await userEvent.tab();
    expect(stored.mock.calls).toEqual([[['low', 'severe']]]);
  });

  it.each(LEAVE)('adds a typed text that is no value, by %s', async (_, leave) => {
    const stored = show();
    await userEvent.click(screen.getByLabelText('Impact'));
    await userEvent.keyboard('impact');
    await leave();
    await userEvent.tab();
    expect(stored.mock.calls).toEqual([[['low', 'impact']]]);
  });

  it('adds one value after another', async () => {
    const stored = show();
    await userEvent.click(screen.getByLabelText('Impact'));
    await userEvent.keyboard('sev{Enter}web{Enter}hi{Tab}');
    expect(stored.mock.calls.at(-1)).toEqual([['low', 'severe', 'web', 'high']]);
  });

  it('prefers the value that is the typed text', async () => {
    const stored = show();
    await userEvent.click(screen.getByLabelText('Impact'));
    await userEvent.keyboard('$impact{Enter}');
    expect(stored.mock.calls).toEqual([[['low', '$impact']]]);
  });

  it('adds only what is selected in the list, by arrow keys or a click', async () => {
    const stored = show();
    await userEvent.click(screen.getByLabelText('Impact'));
    await userEvent.keyboard('h');
    await screen.findByRole('option', { name: /high/ });
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(stored.mock.calls).toEqual([[['low', 'high']]]);
    await userEvent.keyboard('{Control>}a{/Control}se');
    await userEvent.click(await screen.findByRole('option', { name: /severe/ }));
    await userEvent.click(document.body);
    expect(stored.mock.calls.slice(1)).toEqual([[['low', 'high', 'severe']]]);
  });

  it('discards the typed text with Escape', async () => {
    const stored = show();
    await userEvent.click(screen.getByLabelText('Impact'));
    await userEvent.keyboard('sev{Escape}');
    await userEvent.tab();
    expect(stored).not.toHaveBeenCalled();
  });
});
