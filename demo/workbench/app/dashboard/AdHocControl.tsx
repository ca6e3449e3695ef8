import { type AdHocVariableFilter, type SelectableValue } from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { IconButton, Select, Stack } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { type Variable } from '../templates/variables';

interface Props {
  variable: Variable;
  onChange: (filters: AdHocVariableFilter[]) => void;
}

const OPERATORS = ['=', '!=', '=~', '!~', '<', '>'].map((value) => ({ value, label: value }));

/** Ad-hoc filters: key, operator and value, the choices from the data source. */
export function AdHocControl({ variable, onChange }: Props) {
  const [draft, setDraft] = useState<string>();
  const keys = useChoices(variable, undefined);
  const change = (place: number, part: Partial<AdHocVariableFilter>) =>
    onChange(variable.filters.map((filter, i) => (i === place ? { ...filter, ...part } : filter)));
  return (
    <Stack direction="row" gap={1} wrap="wrap">
      {variable.filters.map((filter, i) => (
        <Stack key={`${filter.key}-${i}`} direction="row" gap={0}>
          <Select
            aria-label="Key"
            width="auto"
            options={keys}
            value={{ value: filter.key, label: filter.key }}
            onChange={({ value = '' }) => change(i, { key: value })}
          />
          <Select
            aria-label="Operator"
            width="auto"
            options={OPERATORS}
            value={filter.operator}
            onChange={({ value = '=' }) => change(i, { operator: value })}
          />
          <ValueControl
            variable={variable}
            filterKey={filter.key}
            value={filter.value}
            onChange={(value) => change(i, { value })}
          />
          <IconButton
            name="times"
            tooltip="Remove filter"
            onClick={() => onChange(variable.filters.filter((_, k) => k !== i))}
          />
        </Stack>
      ))}
      {draft === undefined ? (
        <Select
          inputId={`var-${variable.name}`}
          aria-label="Add filter"
          placeholder="Filter by"
          width={14}
          options={keys}
          value={null}
          allowCustomValue
          onChange={({ value }) => setDraft(value)}
        />
      ) : (
        <Stack direction="row" gap={0}>
          <Select
            aria-label="Key"
            width="auto"
            options={keys}
            value={{ value: draft, label: draft }}
            onChange={({ value }) => setDraft(value)}
          />
          <ValueControl
            variable={variable}
            filterKey={draft}
            value=""
            onChange={(value) => {
              onChange([...variable.filters, { key: draft, operator: '=', value }]);
              setDraft(undefined);
            }}
          />
        </Stack>
      )}
    </Stack>
  );
}

function ValueControl({
  variable,
  filterKey,
  value,
  onChange,
}: {
  variable: Variable;
  filterKey: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Select
      aria-label={`Value of ${filterKey}`}
      width="auto"
      placeholder="Value"
      allowCustomValue
      options={useChoices(variable, filterKey)}
      value={value === '' ? null : { value, label: value }}
      onChange={({ value: chosen = '' }) => onChange(chosen)}
    />
  );
}

/** The keys, or the values of a key, as the data source knows them. */
function useChoices({ datasource }: Variable, key: string | undefined): Array<SelectableValue<string>> {
  const [choices, setChoices] = useState<Array<SelectableValue<string>>>([]);
  useEffect(() => {
    let wanted = true;
    void (async () => {
      const source = await getDataSourceSrv().get(datasource);
      const found =
        key === undefined
          ? await source.getTagKeys?.({ filters: [] })
          : await source.getTagValues?.({ key, filters: [] });
      const list = Array.isArray(found) ? found : (found?.data ?? []);
      if (wanted) {
        setChoices(list.map(({ text, value }) => ({ label: String(text), value: String(value ?? text) })));
      }
    })();
    return () => {
      wanted = false;
    };
  }, [datasource, key]);
  return choices;
}
