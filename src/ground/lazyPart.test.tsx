import { render, screen } from '@testing-library/react';
import React, { type ComponentType } from 'react';
import { lazyPart } from './lazy';

it('shows its surroundings while it loads, then itself with its properties', async () => {
  let arrive: (part: { default: ComponentType<{ name: string }> }) => void = () => {};
  const load = jest.fn(
    () => new Promise<{ default: ComponentType<{ name: string }> }>((resolve) => (arrive = resolve))
  );
  const Part = lazyPart(load);
  expect(load).not.toHaveBeenCalled();
  render(
    <div>
      around <Part name="here" />
    </div>
  );
  expect(screen.getByText('around')).toBeVisible();
  arrive({ default: ({ name }) => <b>{name}</b> });
  expect(await screen.findByText('here')).toBeVisible();
});
