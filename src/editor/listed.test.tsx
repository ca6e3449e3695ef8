import { render, screen } from '@testing-library/react';
import React from 'react';
import { lazyPart } from '../ground/lazyPart';
import { type ListedType, withTypes } from './listed';

function Types({ title, types }: { title: string; types: readonly ListedType[] }) {
  return (
    <p>
      {title}: {types.map(({ descriptor }) => descriptor.model.queryType).join(' ')}
    </p>
  );
}

it('passes its types to a component, even if the component is loaded later', async () => {
  const Part = lazyPart(() => Promise.resolve({ default: withTypes<{ title: string }>(Types) }));
  render(<Part title="All" />);
  expect(await screen.findByText(/^All: metric .*anomalies/)).toBeVisible();
});
