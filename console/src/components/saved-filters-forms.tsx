import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  createSavedFilterMutation,
  deleteSavedFilterMutation,
  getMeQueryKey,
  updateSavedFilterMutation,
} from '../api/generated/client/@tanstack/react-query.gen.ts';
import { useTranslations } from '../i18n/translations.ts';
import type { SavedFilter } from '../lib/list-preferences.ts';
import { translations } from './saved-filters-translations.ts';
import { ErrorAlert } from './states.tsx';

/** Most characters of a name. */
const MAX_NAME = 80;

/** Reads the person's filters again, which come with the person's record. */
function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: getMeQueryKey() });
}

/** Saves the filter that is set under a name. */
export function SaveFilter({
  view,
  query,
  onDone,
}: {
  view: string;
  query: Record<string, string>;
  onDone: () => void;
}) {
  const t = useTranslations(translations);
  const refresh = useRefresh();
  const [name, setName] = useState('');
  const [isDefault, setIsDefault] = useState(false);
  const save = useMutation({
    ...createSavedFilterMutation(),
    onSuccess: async () => {
      await refresh();
      notifications.show({ message: t.saved });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { name, view, query, is_default: isDefault } });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.name}
          required
          data-autofocus
          maxLength={MAX_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={t.isDefault}
          checked={isDefault}
          onChange={(event) => setIsDefault(event.currentTarget.checked)}
        />
        {save.error && <ErrorAlert error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {t.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Renames and deletes the saved filters of a list, and chooses the one that it opens with. */
export function ManageFilters({ filters, onDone }: { filters: readonly SavedFilter[]; onDone: () => void }) {
  const t = useTranslations(translations);
  if (filters.length === 0) return <Text size="sm">{t.none}</Text>;
  return (
    <Stack>
      {filters.map((filter) => (
        <ManagedFilter key={filter.id} filter={filter} />
      ))}
      <Group>
        <Button variant="default" onClick={onDone}>
          {t.done}
        </Button>
      </Group>
    </Stack>
  );
}

function ManagedFilter({ filter }: { filter: SavedFilter }) {
  const t = useTranslations(translations);
  const refresh = useRefresh();
  const [name, setName] = useState(filter.name);
  const update = useMutation({ ...updateSavedFilterMutation(), onSuccess: refresh });
  const remove = useMutation({ ...deleteSavedFilterMutation(), onSuccess: refresh });
  const path = { id: filter.id };
  const error = update.error ?? remove.error;
  const isChanged = name.trim() !== '' && name !== filter.name;
  return (
    <form
      aria-label={filter.name}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) update.mutate({ path, body: { name } });
      }}
    >
      <Stack gap={6}>
        <Group gap="xs" wrap="nowrap" align="end">
          <TextInput
            label={t.name}
            flex={1}
            maxLength={MAX_NAME}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {isChanged && (
            <Button type="submit" variant="default" loading={update.isPending}>
              {t.rename}
            </Button>
          )}
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t.removeOf(filter.name)}
            title={t.remove}
            loading={remove.isPending}
            onClick={() => remove.mutate({ path })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
        <Checkbox
          label={t.isDefault}
          checked={filter.is_default}
          disabled={update.isPending}
          onChange={(event) => update.mutate({ path, body: { is_default: event.currentTarget.checked } })}
        />
        {error && <ErrorAlert error={error} />}
      </Stack>
    </form>
  );
}
