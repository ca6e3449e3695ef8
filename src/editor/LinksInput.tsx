import { t } from '@grafana/i18n';
import { Button, Checkbox, IconButton, InlineField, Input, Stack, Text } from '@grafana/ui';
import React, { useId } from 'react';
import {
  fillIn,
  LINKED_KINDS,
  type LinkedKind,
  kindsOf,
  type Placeholder,
  PLACEHOLDERS,
  type StoredLink,
} from '../ground/linkSettings';
import { readText } from '../ground/settings';
import { checkLink } from './checks';
import { type ConfigProps, settingOf, withSetting } from './sections';

/** In units of 8 pixels. */
const LABEL_WIDTH = 10;
const INPUT_WIDTH = 60;

/** The form of an address, in any language. */
const ADDRESS = 'https://logs.example.com/?host={{node}}';

/** A row for the preview. */
const EXAMPLE: Record<Placeholder, string> = {
  title: 'CPU load · web-1 +2',
  alertId: 'a1b2c3',
  impact: 'severe',
  node: 'web-1',
  nodeId: '101',
  metric: 'CPU load',
  metricId: 'cpu_load',
  system: 'Shop',
  systemId: '7',
  from: '1795262400000',
  to: '1795284000000',
};

/** The administrator's own links: title, address, and where they appear. */
export function LinksInput({ options, onOptionsChange }: ConfigProps) {
  const stored = settingOf(options, 'links');
  const links: StoredLink[] = Array.isArray(stored) ? stored : [];
  const set = (changed: StoredLink[]) => onOptionsChange(withSetting(options, 'links', changed));
  const replaced = (i: number, ...by: StoredLink[]) => set(links.toSpliced(i, 1, ...by));
  return (
    <Stack direction="column" gap={2} alignItems="flex-start">
      <Text element="p" color="secondary">
        {t('config.links-for', 'From alerts, metrics, and nodes to other tools. The URL can contain:')}{' '}
        {PLACEHOLDERS.map((name) => `{{${name}}}`).join(' ')}
      </Text>
      {links.map((link, i) => (
        <LinkInput
          key={i}
          link={link ?? {}}
          disabled={options.readOnly}
          onChange={(changed) => replaced(i, changed)}
          onRemove={() => replaced(i)}
        />
      ))}
      <Button
        type="button"
        icon="plus"
        variant="secondary"
        disabled={options.readOnly}
        onClick={() => set([...links, { title: '', url: '' }])}
      >
        {t('config.link-add', 'Add link')}
      </Button>
    </Stack>
  );
}

interface LinkProps {
  link: StoredLink;
  disabled?: boolean;
  onChange: (link: StoredLink) => void;
  onRemove: () => void;
}

function LinkInput({ link, disabled, onChange, onRemove }: LinkProps) {
  const [titleId, urlId] = [useId(), useId()];
  const [title, url] = [readText(link.title) ?? '', readText(link.url) ?? ''];
  const error = url === '' ? undefined : checkLink(url);
  const preview = fillIn(url, (name) => EXAMPLE[name]);
  const common = { labelWidth: LABEL_WIDTH, disabled, shrink: true };
  return (
    <div role="group" aria-label={title || t('config.link', 'Link')}>
      <Stack alignItems="flex-start">
        <InlineField {...common} label={t('config.link-title', 'Title')} htmlFor={titleId}>
          <Input
            id={titleId}
            width={INPUT_WIDTH}
            value={title}
            onChange={(event) => onChange({ ...link, title: event.currentTarget.value })}
          />
        </InlineField>
        <IconButton
          name="trash-alt"
          tooltip={t('editor.picker.remove', 'Remove {{text}}', { text: title || t('config.link', 'Link') })}
          disabled={disabled}
          onClick={onRemove}
        />
      </Stack>
      <InlineField
        {...common}
        label={t('config.url', 'URL')}
        htmlFor={urlId}
        invalid={error !== undefined}
        error={error}
      >
        <Input
          id={urlId}
          width={INPUT_WIDTH}
          value={url}
          placeholder={ADDRESS}
          aria-invalid={error !== undefined}
          onChange={(event) => onChange({ ...link, url: event.currentTarget.value })}
        />
      </InlineField>
      <KindsInput link={link} disabled={disabled} onChange={onChange} />
      {error === undefined && preview !== '' && (
        <Text element="p" color="secondary" variant="bodySmall">
          {t('config.link-preview', 'For example:')} {preview}
        </Text>
      )}
    </div>
  );
}

/** All kinds are the default, and are not stored. */
function KindsInput({ link, disabled, onChange }: Omit<LinkProps, 'onRemove'>) {
  const on = kindsOf(link.on) ?? [];
  const toggled = (kind: LinkedKind) => {
    const kinds = LINKED_KINDS.filter((one) => on.includes(one) !== (one === kind));
    const { on: _, ...others } = link;
    return kinds.length === LINKED_KINDS.length ? others : { ...link, on: kinds };
  };
  const labels: Record<LinkedKind, string> = {
    alert: t('label.alerts', 'Alerts'),
    metric: t('label.metrics', 'Metrics'),
    node: t('label.nodes', 'Nodes'),
  };
  return (
    <Stack gap={2} wrap="wrap">
      {LINKED_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          label={labels[kind]}
          value={on.includes(kind)}
          // Without any, it would apply to all of them.
          disabled={disabled || (on.length === 1 && on.includes(kind))}
          onChange={() => onChange(toggled(kind))}
        />
      ))}
    </Stack>
  );
}
