import { Button, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  listKnowledgeBaseDocumentsQueryKey,
  searchKnowledgeBaseQueryKey,
  updateKnowledgeBaseDocumentMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { KnowledgeDocument } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id');

/** Renames a document. Citations use its title. */
export function RenameButton({ document }: { document: KnowledgeDocument }) {
  const t = useTranslations(translations);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const label = t.renameDocument(document.attributes.title);
  return (
    <>
      <Button size="xs" variant="default" aria-label={label} onClick={() => setIsDialogOpen(true)}>
        {t.edit}
      </Button>
      <Dialog title={label} opened={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <TitleForm document={document} onSaved={() => setIsDialogOpen(false)} />
      </Dialog>
    </>
  );
}

function TitleForm({ document, onSaved }: { document: KnowledgeDocument; onSaved: () => void }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const { q } = route.useSearch();
  const { knowledge_base_id: id } = document.attributes;
  const [title, setTitle] = useState(document.attributes.title);
  const update = useMutation({
    ...updateKnowledgeBaseDocumentMutation(),
    onSuccess: async ({ data: { attributes } }) => {
      onSaved();
      notifications.show({ message: t.renamedDocument(attributes.title) });
      await queryClient.invalidateQueries({ queryKey: listKnowledgeBaseDocumentsQueryKey({ path: { id } }) });
      // The shown passages cite the title.
      if (q)
        await queryClient.invalidateQueries({ queryKey: searchKnowledgeBaseQueryKey({ path: { id }, query: { q } }) });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ path: { id, document: document.id }, body: { title } });
      }}
    >
      <Stack>
        <TextInput
          label={t.newTitle}
          withAsterisk
          aria-required
          value={title}
          error={fieldError(update.error, 'title')}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
        {update.error !== null && <ErrorAlert error={update.error} />}
        <Group>
          <Button type="submit" loading={update.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
