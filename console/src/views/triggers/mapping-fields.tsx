import { ActionIcon, Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { getTriggerEventOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import type { EventName } from '../../lib/platform-events.ts';
import { type Schema, toFields } from '../capabilities/form-schema.ts';
import { translations } from './translations.ts';

/** A setting that is taken from the event, in the form. */
export interface Mapped {
  setting: string;
  path: string;
}

/** The mapping of the form. What is not chosen yet is left out. */
export function mappingOf(mapped: readonly Mapped[]): Record<string, string> {
  return Object.fromEntries(
    mapped.filter(({ setting, path }) => setting !== '' && path !== '').map(({ setting, path }) => [setting, path]),
  );
}

/** A target's schema without the settings that the event gives. */
export function withoutMapped(schema: Schema, mapped: readonly Mapped[]): Schema {
  const isAsked = (name: string) => !mapped.some(({ setting }) => setting === name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isAsked(name))),
    required: (schema.required ?? []).filter(isAsked),
  };
}

/** What is taken from the event, beside what the newest event has there. */
export function MappingFields({
  event,
  schema,
  mapped,
  error,
  onChange,
}: {
  event: EventName;
  /** Of the target's whole input. */
  schema: Schema;
  mapped: readonly Mapped[];
  error: unknown;
  onChange: (mapped: Mapped[]) => void;
}) {
  const t = useTranslations(translations);
  const listId = useId();
  const { data } = useQuery({ ...getTriggerEventOptions({ path: { name: event } }), enabled: mapped.length > 0 });
  const known = data?.data.attributes;
  const settings = toFields(schema).map(({ name, label }) => ({ value: name, label }));
  const change = (position: number, changes: Partial<Mapped>) =>
    onChange(mapped.map((each, index) => (index === position ? { ...each, ...changes } : each)));
  const exampleOf = (path: string) => known?.paths.find((each) => each.path === path)?.example ?? null;
  return (
    <Stack gap="sm" mt="sm">
      {mapped.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {t.mapping}
          </Text>
          <Text size="xs">{known && known.event_id === null ? t.mappingMadeUp : t.mappingHint}</Text>
          <datalist id={listId}>
            {known?.paths.map(({ path }) => (
              <option key={path} value={path} />
            ))}
          </datalist>
        </>
      )}
      {mapped.map(({ setting, path }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id
        <Stack key={position} gap={4}>
          <Group align="end" gap="xs">
            <NativeSelect
              label={t.mappedSetting}
              value={setting}
              data={[{ value: '', label: t.choose }, ...settings]}
              onChange={({ currentTarget }) => change(position, { setting: currentTarget.value })}
            />
            <TextInput
              label={t.mappedPath}
              list={listId}
              value={path}
              error={fieldError(error, `event.mapping.${setting}`)}
              onChange={({ currentTarget }) => change(position, { path: currentTarget.value })}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t.removeMapped}
              onClick={() => onChange(mapped.filter((_each, index) => index !== position))}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
          {exampleOf(path) !== null && (
            <Text size="xs">
              {t.example} <Code>{JSON.stringify(exampleOf(path))}</Code>
            </Text>
          )}
        </Stack>
      ))}
      <Group>
        <Button size="xs" variant="default" onClick={() => onChange([...mapped, { setting: '', path: '' }])}>
          {t.addMapped}
        </Button>
      </Group>
    </Stack>
  );
}
