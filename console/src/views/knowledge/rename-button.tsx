import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getKnowledgeBaseDocumentOptions,
  getKnowledgeBaseDocumentQueryKey,
  listKnowledgeBaseDocumentsQueryKey,
  searchKnowledgeBaseQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateKnowledgeBaseDocument } from '../../api/generated/client/sdk.gen.ts';
import type { KnowledgeDocument } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DraftForm } from '../../components/draft-form.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { QueryContent } from '../../components/states.tsx';
import { FormProblems } from '../../components/version-conflict.tsx';
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

/** Reads the document alone, whose version no list has. */
function TitleForm({ document: { id, attributes }, onSaved }: { document: KnowledgeDocument; onSaved: () => void }) {
  const query = useQuery(getKnowledgeBaseDocumentOptions({ path: { id: attributes.knowledge_base_id, document: id } }));
  return <QueryContent query={query}>{({ data }) => <Title document={data} onSaved={onSaved} />}</QueryContent>;
}

function Title({ document, onSaved }: { document: KnowledgeDocument; onSaved: () => void }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const { q } = route.useSearch();
  const { knowledge_base_id: id } = document.attributes;
  const path = { id, document: document.id };
  const form = useRecordForm({
    name: `knowledge/${id}/documents/${document.id}`,
    path: `/content-workflow/knowledge-bases/${id}/documents/${document.id}`,
    record: document,
    valuesOf: ({ attributes: { title } }) => ({ title }),
    bodyOf: (values) => values,
    read: async () =>
      (await queryClient.fetchQuery({ ...getKnowledgeBaseDocumentOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) =>
      updateKnowledgeBaseDocument({ path, body: { title: body.title ?? '' }, headers, throwOnError: true }),
    onSaved: async (_answer, { title = document.attributes.title }) => {
      onSaved();
      notifications.show({ message: t.renamedDocument(title) });
      queryClient.removeQueries({ queryKey: getKnowledgeBaseDocumentQueryKey({ path }) });
      await queryClient.invalidateQueries({ queryKey: listKnowledgeBaseDocumentsQueryKey({ path: { id } }) });
      // The shown passages cite the title.
      if (q)
        await queryClient.invalidateQueries({ queryKey: searchKnowledgeBaseQueryKey({ path: { id }, query: { q } }) });
    },
  });
  return (
    <DraftForm form={form} submit={t.save} problems={<FormProblems form={form} labelOf={() => t.newTitle} />}>
      <TextInput
        label={t.newTitle}
        withAsterisk
        aria-required
        value={form.values.title}
        error={fieldError(form.error, 'title')}
        onChange={({ currentTarget: { value } }) => form.change({ title: value })}
      />
    </DraftForm>
  );
}
