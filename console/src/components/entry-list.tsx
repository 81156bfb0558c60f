import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format.ts';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from './entries-translations.ts';

/** What can be done with the entries of a form, each by its index. */
export interface EntryActions {
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
  /** Moves an entry a place up; without it their order stays. */
  onMoveUp?: (index: number) => void;
}

/** Entries of a record with what belongs to each, in their order; with buttons where they can be changed. */
export function EntryList({
  label,
  entries,
  actions,
}: {
  label: string;
  /** `id` where several may have the same title. */
  entries: readonly { id?: string; title: string; details: ReactNode }[];
  actions?: EntryActions | undefined;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <Stack component="ol" className="unstyled" gap="sm" aria-label={label}>
      {entries.map(({ title, id = title, details }, index) => (
        <Group key={id} component="li" justify="space-between" gap="sm" align="start">
          <Stack gap={0} flex="1 1 14rem">
            <Text size="sm" fw={600} dir="auto">
              {format.number(index + 1)}. {title}
            </Text>
            {details}
          </Stack>
          {actions && (
            <Group gap="xs">
              {actions.onMoveUp && index > 0 && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t.upOne(title)}
                  onClick={() => actions.onMoveUp?.(index)}
                >
                  {t.up}
                </Button>
              )}
              <Button size="xs" variant="default" aria-label={t.editOne(title)} onClick={() => actions.onEdit(index)}>
                {t.edit}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t.removeOne(title)}
                onClick={() => actions.onRemove(index)}
              >
                {t.remove}
              </Button>
            </Group>
          )}
        </Group>
      ))}
    </Stack>
  );
}
