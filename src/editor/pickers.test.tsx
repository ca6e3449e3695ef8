import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { Observable, of, throwError } from 'rxjs';
import { toAlert } from '../service/alerts';
import { ServiceFailure } from '../ground/failure';
import { type Texts } from '../ground/shapes';
import { alertsNaming, testContext } from '../../tests/support/editorContext';
import { ResourcePicker } from './pickers';

const twoNodes = alertsNaming(
  { nodeId: '101', nodeName: 'db primary', systemId: '1', systemName: 'shop', metricId: 'cpu', metricName: 'CPU load' },
  { nodeId: '102', nodeName: 'web', systemId: '1', systemName: 'shop', metricId: 'rps', metricName: 'Requests' }
);

describe('a picker of nodes', () => {
  it('lists the nodes in alerts, and returns the ID and the entry of the selected one', async () => {
    const onChange = jest.fn();
    const context = testContext({ operations: { listAlerts: twoNodes } });
    render(<ResourcePicker kind="node" label="Node" context={context} value="" onChange={onChange} />);
    await userEvent.click(screen.getByLabelText('Node'));
    await userEvent.click(await screen.findByRole('option', { name: /db primary/ }));
    expect(onChange).toHaveBeenCalledWith('101', expect.objectContaining({ value: '101', text: 'db primary' }));
  });

  it('finds a node by its ID', async () => {
    const context = testContext({ operations: { listAlerts: twoNodes } });
    render(<ResourcePicker kind="node" label="Node" context={context} value="" onChange={jest.fn()} />);
    await userEvent.type(screen.getByLabelText('Node'), '102');
    await waitFor(() => expect(screen.getByRole('option', { name: /web/ })).toBeVisible());
    await waitFor(() => expect(screen.queryByRole('option', { name: /db primary/ })).not.toBeInTheDocument());
  });

  it('lists the variables of the dashboard', async () => {
    const onChange = jest.fn();
    const context = testContext({ variables: { node: ['101'] } });
    render(<ResourcePicker kind="node" label="Node" context={context} value="" onChange={onChange} />);
    await userEvent.click(screen.getByLabelText('Node'));
    await userEvent.click(await screen.findByRole('option', { name: /\$node/ }));
    expect(onChange).toHaveBeenCalledWith('$node', undefined);
  });

  it('shows a list of values, accepts more, and returns a single one as text', async () => {
    const onChange = jest.fn();
    const context = testContext({ operations: { listAlerts: twoNodes } });
    const { rerender } = render(
      <ResourcePicker kind="node" label="Node" context={context} value={['7', '$node']} onChange={onChange} />
    );
    expect(screen.getByText('7')).toBeVisible();
    await userEvent.click(screen.getByLabelText('Node'));
    await userEvent.click(await screen.findByRole('option', { name: /db primary/ }));
    expect(onChange).toHaveBeenLastCalledWith(['7', '$node', '101'], undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Remove 7' }));
    expect(onChange).toHaveBeenLastCalledWith('$node', undefined);
    rerender(<ResourcePicker kind="node" label="Node" context={context} value={['7']} onChange={onChange} />);
    expect(screen.getByLabelText('Node')).toHaveValue('7');
  });

  it('accepts several, the second after clicking the button, and shows each by name', async () => {
    const stored = jest.fn();
    const context = testContext({ operations: { listAlerts: twoNodes }, variables: { node: ['7'] } });
    function Editor() {
      const [value, setValue] = useState<Texts>('');
      const store = (next: Texts) => {
        stored(next);
        setValue(next);
      };
      return <ResourcePicker kind="node" label="Node" context={context} value={value} onChange={store} />;
    }
    render(<Editor />);
    await userEvent.click(screen.getByLabelText('Node'));
    await userEvent.click(await screen.findByRole('option', { name: /db primary/ }));
    expect(screen.getByLabelText('Node')).toHaveValue('db primary');
    await userEvent.click(screen.getByRole('button', { name: 'Node: choose several' }));
    await userEvent.click(screen.getByLabelText('Node'));
    await userEvent.click(await screen.findByRole('option', { name: /web/ }));
    await userEvent.click(await screen.findByRole('option', { name: /\$node/ }));
    await userEvent.tab();
    await userEvent.click(screen.getByRole('button', { name: 'Remove db primary' }));
    expect(stored.mock.calls).toEqual([['101'], [['101', '102']], [['101', '102', '$node']], [['102', '$node']]]);
  });

  it('takes a typed name or ID as one of several', async () => {
    const onChange = jest.fn();
    const context = testContext({ operations: { listAlerts: twoNodes } });
    render(<ResourcePicker kind="node" label="Node" context={context} value={['7', '8']} onChange={onChange} />);
    await userEvent.type(screen.getByLabelText('Node'), 'web{Enter}');
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['7', '8', '102'], undefined));
  });

  it.each([
    ['Enter', () => userEvent.keyboard('{Enter}')],
    ['Tab', () => userEvent.tab()],
    ['a click elsewhere', () => userEvent.click(document.body)],
  ])('accepts what is in no list, by %s', async (_, leave) => {
    const onChange = jest.fn();
    render(<ResourcePicker kind="node" label="Node" context={testContext()} value="" onChange={onChange} />);
    await userEvent.type(screen.getByLabelText('Node'), '4711');
    await screen.findByRole('option', { name: /4711/ });
    await leave();
    await waitFor(() => expect(onChange).toHaveBeenCalled());
    expect(onChange.mock.calls).toEqual([['4711', undefined]]);
  });

  it.each(['102', 'Web'])('selects the entry for "%s", typed before the list was filtered', async (text) => {
    const onChange = jest.fn();
    const context = testContext({ operations: { listAlerts: twoNodes } });
    render(<ResourcePicker kind="node" label="Node" context={context} value="" onChange={onChange} />);
    await userEvent.click(screen.getByLabelText('Node'));
    await screen.findByRole('option', { name: /db primary/ });
    await userEvent.keyboard(`${text}{Enter}`);
    expect(onChange.mock.calls).toEqual([['102', expect.objectContaining({ text: 'web' })]]);
  });

  it('treats a name with two entries as an ID', async () => {
    const onChange = jest.fn();
    const twice = alertsNaming(
      { nodeId: '1', nodeName: 'web', metricId: 'a' },
      { nodeId: '2', nodeName: 'web', metricId: 'a' }
    );
    const context = testContext({ operations: { listAlerts: twice } });
    render(<ResourcePicker kind="node" label="Node" context={context} value="" onChange={onChange} />);
    await userEvent.click(screen.getByLabelText('Node'));
    await screen.findAllByRole('option', { name: /web/ });
    await userEvent.keyboard('web{Enter}');
    expect(onChange.mock.calls).toEqual([['web', undefined]]);
  });

  it('selects the option from the arrow keys', async () => {
    const onChange = jest.fn();
    const context = testContext({ operations: { listAlerts: twoNodes } });
    render(<ResourcePicker kind="node" label="Node" context={context} value="" onChange={onChange} />);
    await userEvent.type(screen.getByLabelText('Node'), '10');
    await screen.findByRole('option', { name: /web/ });
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onChange.mock.calls).toEqual([['102', expect.objectContaining({ text: 'web' })]]);
  });

  it('accepts text that replaces a value, however often the editor renders meanwhile', async () => {
    const onChange = jest.fn();
    const context = testContext({ operations: { listAlerts: twoNodes } });
    const draw = () => (
      <ResourcePicker kind="node" label="Node" context={context} value="101" name="db primary" onChange={onChange} />
    );
    const { rerender } = render(draw());
    await userEvent.click(screen.getByLabelText('Node'));
    await screen.findByRole('option', { name: /web/ });
    rerender(draw());
    await userEvent.keyboard('4711{Enter}');
    expect(onChange.mock.calls).toEqual([['4711', undefined]]);
  });

  it('shows that there are no options', async () => {
    render(<ResourcePicker kind="node" label="Node" context={testContext()} value="" onChange={jest.fn()} />);
    await userEvent.click(screen.getByLabelText('Node'));
    expect(await screen.findByText('Nothing found. Choose a longer time range, or fewer filters.')).toBeVisible();
  });

  it('shows why the list could not be read', async () => {
    const refused = () =>
      throwError(() => new ServiceFailure('refused', 'The service refused the access token.', { status: 401 }));
    const context = testContext({ operations: { listAlerts: refused, listAnomalies: refused } });
    render(<ResourcePicker kind="node" label="Node" context={context} value="" onChange={jest.fn()} />);
    await userEvent.click(screen.getByLabelText('Node'));
    expect(await screen.findByText('The service refused the access token.')).toBeVisible();
  });

  it('shows that it is loading, and cancels its requests when it unmounts', async () => {
    const asked = jest.fn();
    const stopped = jest.fn();
    const context = testContext({
      operations: {
        listAlerts: () =>
          new Observable<never>(() => {
            asked();
            return stopped;
          }),
      },
    });
    const { unmount } = render(
      <ResourcePicker kind="node" label="Node" context={context} value="" onChange={jest.fn()} />
    );
    await userEvent.click(screen.getByLabelText('Node'));
    expect(await screen.findByText(/Loading options|No options found/)).toBeVisible();
    await waitFor(() => expect(asked).toHaveBeenCalled());
    unmount();
    expect(stopped).toHaveBeenCalled();
  });

  describe('by keyboard', () => {
    const show = (value: string) => {
      const onChange = jest.fn();
      const context = testContext({ operations: { listAlerts: twoNodes } });
      function Editor() {
        const [stored, setStored] = useState<Texts>(value);
        const store = (next: Texts, entry?: unknown) => {
          onChange(next, entry);
          setStored(next);
        };
        return <ResourcePicker kind="node" label="Node" context={context} value={stored} onChange={store} />;
      }
      render(<Editor />);
      return onChange;
    };
    const erase = async () => {
      await userEvent.click(screen.getByLabelText('Node'));
      await userEvent.keyboard('x{Backspace}');
      await screen.findByRole('option', { name: /db primary/ });
    };

    it.each(['{Enter}', '{Tab}'])('is empty after its text was erased, by %s', async (key) => {
      const onChange = show('102');
      await erase();
      await userEvent.keyboard(key);
      expect(onChange.mock.calls).toEqual([['', undefined]]);
      expect(screen.getByLabelText('Node')).toHaveValue('');
      expect(screen.queryByRole('option')).not.toBeInTheDocument();
    });

    it.each(['{Enter}', '{Tab}'])('stays empty if nothing is left of its text, by %s', async (key) => {
      const onChange = show('');
      await erase();
      await userEvent.keyboard(key);
      expect(onChange).not.toHaveBeenCalled();
      expect(screen.getByLabelText('Node')).toHaveValue('');
    });

    it('keeps its value on Escape, with its list open or closed', async () => {
      const onChange = show('102');
      while (document.activeElement !== screen.getByLabelText('Node')) {
        await userEvent.tab();
      }
      await userEvent.keyboard('{Escape}');
      await erase();
      await userEvent.keyboard('{Escape}{Escape}');
      expect(onChange).not.toHaveBeenCalled();
      expect(screen.getByLabelText('Node')).toHaveValue('102');
    });
  });

  it('shows the known name of the value, and can be cleared', async () => {
    const onChange = jest.fn();
    render(
      <ResourcePicker
        kind="node"
        label="Node"
        context={testContext()}
        value="101"
        name="db primary"
        onChange={onChange}
      />
    );
    expect(screen.getByLabelText('Node')).toHaveValue('db primary');
    await userEvent.click(screen.getByRole('button', { name: 'Clear value' }));
    expect(onChange).toHaveBeenCalledWith('', undefined);
  });
});

it('lists nodes by system', async () => {
  const context = testContext({ operations: { listAlerts: twoNodes } });
  render(<ResourcePicker kind="node" label="Node" context={context} value="" onChange={jest.fn()} />);
  await userEvent.click(screen.getByLabelText('Node'));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['db primary101', 'web102']);
  expect(screen.getByText('shop')).toBeVisible();
});

describe('a picker of metrics', () => {
  it('only lists the metrics of the selected node, even from a variable', async () => {
    const context = testContext({ operations: { listAlerts: twoNodes }, variables: { node: ['102'] } });
    render(
      <ResourcePicker kind="metric" label="Metric" context={context} nodeId="$node" value="" onChange={jest.fn()} />
    );
    await userEvent.click(screen.getByLabelText('Metric'));
    expect(await screen.findByRole('option', { name: /Requests/ })).toBeVisible();
    expect(screen.queryByRole('option', { name: /CPU load/ })).not.toBeInTheDocument();
  });
});

describe('a picker of alerts', () => {
  it('lists the alerts of the range, most severe first, and returns the ID of the selected one', async () => {
    const onChange = jest.fn();
    const found = [
      { id: 'a1', impact: 'low', activeMetrics: 1, activeNodes: 1 },
      { id: 'a2', impact: 'severe', activeMetrics: 3, activeNodes: 2 },
    ];
    const context = testContext({
      operations: { exploreAlerts: () => of({ page: 1, limit: 200, total: 2, items: found.map(toAlert) }) },
    });
    render(<ResourcePicker kind="alert" label="Alert" context={context} value="" onChange={onChange} />);
    await userEvent.click(screen.getByLabelText('Alert'));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'severe · 3 metrics on 2 nodesa2',
      'low · 1 metric on 1 nodea1',
    ]);
    await userEvent.click(options[0]);
    expect(onChange).toHaveBeenCalledWith('a2', expect.objectContaining({ value: 'a2' }));
  });
});
