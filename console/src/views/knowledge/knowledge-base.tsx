import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteKnowledgeBaseMutation,
  getKnowledgeBaseOptions,
  getKnowledgeBaseQueryKey,
  listKnowledgeBaseDocumentsOptions,
  listKnowledgeBasesQueryKey,
  updateKnowledgeBaseMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { KnowledgeBase } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Page } from '../../components/page.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { Documents } from './documents.tsx';
import { KnowledgeBaseForm } from './knowledge-base-form.tsx';
import { Search } from './search.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id');

/** A knowledge base: search and documents. */
export default function KnowledgeBaseView() {
  const id = Number(route.useParams().id);
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  const { q: _search, ...page } = route.useSearch();
  const query = useQuery(getKnowledgeBaseOptions({ path: { id } }));
  usePrefetchQuery(listKnowledgeBaseDocumentsOptions({ path: { id }, query: page }));
  return (
    <Page
      title={query.data?.data.attributes.name ?? t.title}
      actions={
        canEdit &&
        query.data && (
          <>
            <EditButton base={query.data.data} />
            <DeleteButton
              label={t.remove}
              question={t.removeQuestion}
              confirmLabel={t.removeConfirm}
              message={t.removedMessage}
              mutation={deleteKnowledgeBaseMutation()}
              variables={{ path: { id } }}
              listKey={listKnowledgeBasesQueryKey()}
              to="/knowledge"
            />
          </>
        )
      }
    >
      <QueryContent query={query}>
        {({ data: { attributes } }) => (
          <Stack>
            {attributes.description && <Text>{attributes.description}</Text>}
            <Search />
            <Documents id={id} />
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function EditButton({ base: { id, attributes } }: { base: KnowledgeBase }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const update = useMutation({
    ...updateKnowledgeBaseMutation(),
    onSuccess: (response) => {
      queryClient.setQueryData(getKnowledgeBaseQueryKey({ path: { id } }), response);
      setIsDialogOpen(false);
      notifications.show({ message: t.savedMessage });
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsDialogOpen(true)}>
        {t.edit}
      </Button>
      <Dialog title={t.edit} opened={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <KnowledgeBaseForm
          initial={{ name: attributes.name, description: attributes.description }}
          submit={t.save}
          error={update.error}
          isPending={update.isPending}
          onSubmit={(body) => update.mutate({ path: { id }, body })}
        />
      </Dialog>
    </>
  );
}
