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
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { fieldError } from '../../lib/field-error.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/knowledge/$id');

/** Gives a document another title, which is what it is cited by. */
export function Renaming({ document }: { document: KnowledgeDocument }) {
  const say = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const label = say.renameDocument(document.attributes.title);
  return (
    <>
      <Button size="xs" variant="default" aria-label={label} onClick={() => setIsAsking(true)}>
        {say.edit}
      </Button>
      <Dialog title={label} opened={isAsking} onClose={() => setIsAsking(false)}>
        <TitleForm document={document} onSaved={() => setIsAsking(false)} />
      </Dialog>
    </>
  );
}

function TitleForm({ document, onSaved }: { document: KnowledgeDocument; onSaved: () => void }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const { q } = route.useSearch();
  const { knowledge_base_id: id } = document.attributes;
  const [title, setTitle] = useState(document.attributes.title);
  const update = useMutation({
    ...updateKnowledgeBaseDocumentMutation(),
    onSuccess: async ({ data: { attributes } }) => {
      onSaved();
      notifications.show({ message: say.renamedDocument(attributes.title) });
      await queries.invalidateQueries({ queryKey: listKnowledgeBaseDocumentsQueryKey({ path: { id } }) });
      // Passages on the page cite it.
      if (q) await queries.invalidateQueries({ queryKey: searchKnowledgeBaseQueryKey({ path: { id }, query: { q } }) });
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
          label={say.newTitle}
          withAsterisk
          aria-required
          value={title}
          error={fieldError(update.error, 'title')}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
        {update.error !== null && <ErrorNotice error={update.error} />}
        <Group>
          <Button type="submit" loading={update.isPending}>
            {say.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
