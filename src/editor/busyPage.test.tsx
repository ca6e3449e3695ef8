import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { EntryPicker } from './pickers';
import { SelectInput } from './inputs';
import { testContext } from '../../tests/support/editorContext';

/**
 * Moves to an element, presses, and releases before React has rendered any of it, as on a busy page, then lets it render.
 * Without `act`, which renders at once.
 */
async function clickWhileBusy(element: Element) {
  await whileBusy(() => {
    for (const type of ['mouseover', 'mousemove', 'mousedown', 'mouseup', 'click']) {
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
    }
  });
}

/** Types a text, and presses Enter before the list has followed. */
async function enterWhileBusy(input: HTMLInputElement, text: string) {
  await whileBusy(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
}

async function whileBusy(run: () => void) {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  run();
  for (let i = 0; i < 20; i++) {
    await new Promise((drawn) => setTimeout(drawn));
  }
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  await act(async () => {});
}

/** More would be a loop: the page would hang. */
const LOOP = 20;

function counted(onChange: jest.Mock, set: (value: string) => void) {
  return (value: string) => {
    onChange(value);
    if (onChange.mock.calls.length < LOOP) {
      set(value);
    }
  };
}

it('reports one choice from a fixed list that was made before the page has rendered', async () => {
  const onChange = jest.fn();
  function Editor() {
    const [value, setValue] = useState('one');
    const options = [{ value: 'one' }, { value: 'two' }, { value: 'three' }];
    return <SelectInput label="Kind" value={value} options={options} onChange={counted(onChange, setValue)} />;
  }
  render(<Editor />);
  await userEvent.click(screen.getByLabelText('Kind'));
  await clickWhileBusy(await screen.findByRole('option', { name: 'three' }));
  expect(onChange.mock.calls).toEqual([['three']]);
  expect(screen.getByLabelText('Kind')).toHaveValue('three');
});

it('reports one choice from a picker that was made before the page has rendered', async () => {
  const onChange = jest.fn();
  const entries = [
    { value: '1', text: 'web' },
    { value: '2', text: 'db' },
  ];
  const context = testContext();
  function Editor() {
    const [value, setValue] = useState('');
    const set = counted(onChange, setValue);
    return (
      <EntryPicker
        label="Node"
        context={context}
        source={() => () => entries}
        value={value}
        onChange={(next) => set(String(next))}
      />
    );
  }
  render(<Editor />);
  await userEvent.click(screen.getByLabelText('Node'));
  await clickWhileBusy(await screen.findByRole('option', { name: /db/ }));
  expect(onChange.mock.calls).toEqual([['2']]);
});

it('accepts a text that is entered before the list has followed, even with the input still focused', async () => {
  const onChange = jest.fn();
  const context = testContext();
  function Editor() {
    const [value, setValue] = useState('');
    const set = counted(onChange, setValue);
    return (
      <EntryPicker
        label="Alert"
        context={context}
        source={() => () => [{ value: 'a-1', text: 'first' }]}
        value={value}
        onChange={(next) => set(String(next))}
      />
    );
  }
  render(<Editor />);
  const input = screen.getByLabelText<HTMLInputElement>('Alert');
  input.focus();
  await enterWhileBusy(input, 'a-17');
  expect(onChange.mock.calls).toEqual([['a-17']]);
  expect(input).toHaveValue('a-17');
});
