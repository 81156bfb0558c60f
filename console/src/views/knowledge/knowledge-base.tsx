import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteKnowledgeBaseMutation,
  getKnowledgeBaseOptions,
  getKnowledgeBaseQueryKey,
  listKnowledgeBaseDocumentsOptions,
  listKnowledgeBasesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateKnowledgeBase } from '../../api/generated/client/sdk.gen.ts';
import type { KnowledgeBase } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Page } from '../../components/page.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { QueryContent } from '../../components/states.tsx';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { AskLink } from './ask-link.tsx';
import { Documents } from './documents.tsx';
import { type KnowledgeBaseFields, KnowledgeBaseForm } from './knowledge-base-form.tsx';
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
        <>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/knowledge/$id/evaluations" params={{ id: String(id) }} {...props} />}
          >
            {t.evaluations}
          </Button>
          {canEdit && query.data && (
            <>
              <AskLink base={id} />
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
          )}
        </>
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

function EditButton({ base }: { base: KnowledgeBase }) {
  const t = useTranslations(translations);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsDialogOpen(true)}>
        {t.edit}
      </Button>
      <Dialog title={t.edit} opened={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <EditForm base={base} onDone={() => setIsDialogOpen(false)} />
      </Dialog>
    </>
  );
}

function EditForm({ base, onDone }: { base: KnowledgeBase; onDone: () => void }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { id: base.id };
  const form = useRecordForm({
    name: `knowledge/${base.id}`,
    path: `/content-workflow/knowledge-bases/${base.id}`,
    record: base,
    valuesOf: ({ attributes: { name, description } }): KnowledgeBaseFields => ({ name, description }),
    bodyOf: (fields) => fields,
    read: async () => (await queryClient.fetchQuery({ ...getKnowledgeBaseOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updateKnowledgeBase({ path, body, headers, throwOnError: true }),
    onSaved: (answer) => {
      if (answer) queryClient.setQueryData(getKnowledgeBaseQueryKey({ path }), answer.data);
      onDone();
      notifications.show({ message: t.savedMessage });
    },
  });
  return (
    <KnowledgeBaseForm form={form} submit={t.save} problems={<FormProblems form={form} labelOf={labelsIn(t)} />} />
  );
}
