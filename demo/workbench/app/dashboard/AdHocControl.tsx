import { type AdHocVariableFilter, type SelectableValue } from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { AsyncSelect, Button, Stack } from '@grafana/ui';
import React, { useState } from 'react';
import { type Variable } from '../templates/variables';

interface Props {
  variable: Variable;
  onChange: (filters: AdHocVariableFilter[]) => void;
}

/** Ad-hoc filters: a button each, which removes it, and a list of keys and then of the chosen key's values to add one. */
export function AdHocControl({ variable: { name, filters, datasource }, onChange }: Props) {
  const [key, setKey] = useState<string>();
  const load = async (typed: string): Promise<Array<SelectableValue<string>>> => {
    const source = await getDataSourceSrv().get(datasource);
    const found =
      key === undefined ? await source.getTagKeys?.({ filters }) : await source.getTagValues?.({ key, filters });
    const list = Array.isArray(found) ? found : (found?.data ?? []);
    return list
      .map(({ text, value }) => ({ label: String(text), value: String(value ?? text) }))
      .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  };
  const choose = (chosen: string) => {
    setKey(key === undefined ? chosen : undefined);
    if (key !== undefined) {
      onChange([...filters, { key, operator: '=', value: chosen }]);
    }
  };
  return (
    <Stack direction="row" gap={1} wrap="wrap">
      {filters.map((filter, i) => (
        <Button
          key={i}
          variant="secondary"
          icon="times"
          tooltip="Remove filter"
          onClick={() => onChange(filters.filter((other) => other !== filter))}
        >
          {`${filter.key} ${filter.operator} ${filter.value}`}
        </Button>
      ))}
      <AsyncSelect
        key={key ?? ''}
        inputId={`var-${name}`}
        aria-label={key ? `Value of ${key}` : 'Filter by'}
        placeholder={key ? `${key} =` : 'Filter by'}
        width={20}
        defaultOptions
        autoFocus={key !== undefined}
        openMenuOnFocus={key !== undefined}
        allowCustomValue
        value={null}
        loadOptions={load}
        onChange={({ value }) => value && choose(value)}
      />
    </Stack>
  );
}
