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

/** Ad-hoc filters: key, operator and value, the choices from the data source. The last one is added once it has a value. */
export function AdHocControl({ variable, onChange }: Props) {
  const [draft, setDraft] = useState<AdHocVariableFilter>();
  const all = draft ? [...variable.filters, draft] : variable.filters;
  const change = (place: number, part: Partial<AdHocVariableFilter>) => {
    const changed = all.map((filter, i) => (i === place ? { ...filter, ...part } : filter));
    setDraft(changed.find(({ value }) => value === ''));
    if (changed[place].value !== '') {
      onChange(changed.filter(({ value }) => value !== ''));
    }
  };
  const remove = (place: number) => {
    setDraft(undefined);
    onChange(variable.filters.filter((_, i) => i !== place));
  };
  return (
    <Stack direction="row" gap={1} wrap="wrap">
      {all.map((filter, i) => (
        <Stack key={i} direction="row" gap={0}>
          <Choice variable={variable} label="Key" value={filter.key} onChange={(key) => change(i, { key })} />
          <Select
            aria-label="Operator"
            width="auto"
            options={OPERATORS}
            value={filter.operator}
            onChange={({ value = '=' }) => change(i, { operator: value })}
          />
          <Choice
            variable={variable}
            of={filter.key}
            label={`Value of ${filter.key}`}
            value={filter.value}
            onChange={(value) => change(i, { value })}
          />
          <IconButton name="times" tooltip="Remove filter" onClick={() => remove(i)} />
        </Stack>
      ))}
      {!draft && (
        <Choice
          variable={variable}
          id={`var-${variable.name}`}
          label="Filter by"
          value=""
          onChange={(key) => setDraft({ key, operator: '=', value: '' })}
        />
      )}
    </Stack>
  );
}

interface ChoiceProps {
  variable: Variable;
  /** The key whose values are the choices; without one the keys are. */
  of?: string;
  id?: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Choice({ variable: { datasource }, of, id, label, value, onChange }: ChoiceProps) {
  const [options, setOptions] = useState<Array<SelectableValue<string>>>([]);
  useEffect(() => {
    let isWanted = true;
    void (async () => {
      const source = await getDataSourceSrv().get(datasource);
      const found =
        of === undefined
          ? await source.getTagKeys?.({ filters: [] })
          : await source.getTagValues?.({ key: of, filters: [] });
      const list = Array.isArray(found) ? found : (found?.data ?? []);
      if (isWanted) {
        setOptions(list.map((one) => ({ label: String(one.text), value: String(one.value ?? one.text) })));
      }
    })();
    return () => {
      isWanted = false;
    };
  }, [datasource, of]);
  return (
    <Select
      inputId={id}
      aria-label={label}
      placeholder={of === undefined ? label : 'Value'}
      width={value === '' ? 14 : 'auto'}
      allowCustomValue
      options={options}
      value={value === '' ? null : { value, label: value }}
      onChange={(chosen) => onChange(chosen.value ?? '')}
    />
  );
}
