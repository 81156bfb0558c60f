import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteContentTagMutation,
  renameContentTagMutation,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { showError } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { translations } from './translations.ts';
import { refreshTags, type Tag, useTags } from './use-tags.ts';

/** Opens a dialog in which tags are renamed and deleted, on all texts that have them. */
export function ManageTags() {
  const t = useTranslations(translations);
  const [opened, setOpened] = useState(false);
  const tags = useTags();
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t.manage}
      </Button>
      <Dialog title={t.manage} opened={opened} onClose={() => setOpened(false)} size="lg">
        {tags.length === 0 && <Text>{t.none}</Text>}
        <Stack gap="sm">
          {tags.map((tag) => (
            <TagRow key={tag.id} tag={tag} />
          ))}
        </Stack>
      </Dialog>
    </>
  );
}

function TagRow({ tag: { id, attributes } }: { tag: Tag }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const queryClient = useQueryClient();
  const [name, setName] = useState(attributes.name);
  const refresh = { onSuccess: () => refreshTags(queryClient), onError: showError };
  const rename = useMutation({ ...renameContentTagMutation(), ...refresh });
  const remove = useMutation({ ...deleteContentTagMutation(), ...refresh });
  const isNew = name.trim() !== '' && name.trim() !== attributes.name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) rename.mutate({ path: { id }, body: { name } });
      }}
    >
      <Group gap="sm">
        <TextInput
          flex="1 1 10rem"
          aria-label={t.name(attributes.name)}
          maxLength={50}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Text size="sm" c="dimmed">
          {t.count(format.number(attributes.content_item_count))}
        </Text>
        <Button
          type="submit"
          variant="default"
          disabled={!isNew}
          loading={rename.isPending}
          aria-label={t.renameOne(attributes.name)}
        >
          {t.rename}
        </Button>
        <ConfirmButton
          label={t.delete}
          aria-label={t.deleteOne(attributes.name)}
          question={t.deleteQuestion(attributes.name)}
          confirmLabel={t.deleteOne(attributes.name)}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ path: { id } })}
        />
      </Group>
    </form>
  );
}
