import { t } from '@grafana/i18n';
import { Button, IconButton, InlineField, Input, MultiCombobox, Stack, Text } from '@grafana/ui';
import React, { useId } from 'react';
import { kindsOf, LINKED_KINDS, type LinkedKind, PLACEHOLDERS, type StoredLink } from '../ground/linkSettings';
import { readText } from '../ground/settings';
import { checkLink } from './checks';

/** In units of 8 pixels. */
const LABEL_WIDTH = 10;
const INPUT_WIDTH = 60;

/** The form of an address, in any language. */
const ADDRESS = 'https://logs.example.com/?host={{node}}';

interface Props {
  /** As a file may have them, in any form. */
  stored: unknown;
  disabled?: boolean;
  onChange: (links: StoredLink[]) => void;
}

/** The administrator's own links: title, address, and where they appear. */
export function LinksInput({ stored, disabled, onChange }: Props) {
  const links: StoredLink[] = Array.isArray(stored) ? stored : [];
  const replaced = (i: number, ...by: StoredLink[]) => onChange(links.toSpliced(i, 1, ...by));
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
          disabled={disabled}
          onChange={(changed) => replaced(i, changed)}
          onRemove={() => replaced(i)}
        />
      ))}
      <Button
        type="button"
        icon="plus"
        variant="secondary"
        disabled={disabled}
        onClick={() => onChange([...links, { title: '', url: '' }])}
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
  const [titleId, urlId, onId] = [useId(), useId(), useId()];
  const [title, url] = [readText(link.title) ?? '', readText(link.url) ?? ''];
  const error = url === '' ? undefined : checkLink(url);
  const common = { labelWidth: LABEL_WIDTH, disabled, shrink: true };
  const labels: Record<LinkedKind, string> = {
    alert: t('label.alerts', 'Alerts'),
    metric: t('label.metrics', 'Metrics'),
    node: t('label.nodes', 'Nodes'),
  };
  const line = (name: 'title' | 'url', id: string, value: string) => ({
    id,
    width: INPUT_WIDTH,
    value,
    onChange: (event: React.FormEvent<HTMLInputElement>) => onChange({ ...link, [name]: event.currentTarget.value }),
  });
  return (
    <div role="group" aria-label={title || t('config.link', 'Link')}>
      <Stack alignItems="flex-start">
        <InlineField {...common} label={t('config.link-title', 'Title')} htmlFor={titleId}>
          <Input {...line('title', titleId, title)} />
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
        <Input {...line('url', urlId, url)} placeholder={ADDRESS} aria-invalid={error !== undefined} />
      </InlineField>
      <InlineField {...common} label={t('config.link-on', 'On')} htmlFor={onId}>
        <MultiCombobox
          id={onId}
          width={INPUT_WIDTH}
          disabled={disabled}
          options={LINKED_KINDS.map((kind) => ({ value: kind, label: labels[kind] }))}
          value={kindsOf(link.on) ?? []}
          // None means all of them.
          onChange={(chosen) => onChange({ ...link, on: chosen.map(({ value }) => value) })}
        />
      </InlineField>
    </div>
  );
}
