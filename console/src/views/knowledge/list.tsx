import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createKnowledgeBaseMutation,
  listKnowledgeBasesOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useNewRecordForm } from '../../components/new-record-form.ts';
import { ListView } from '../../components/paged-table.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { AskLink } from './ask-link.tsx';
import { type KnowledgeBaseFields, KnowledgeBaseForm } from './knowledge-base-form.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge');
/** A knowledge base before anything is entered. */
const NEW_KNOWLEDGE_BASE: KnowledgeBaseFields = { name: '', description: null };

/** All knowledge bases. */
export default function KnowledgeBaseList() {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <ListView
      text={t}
      actions={
        <>
          <AskLink />
          <NewKnowledgeBase label={t.addNew} />
        </>
      }
      firstStep={<NewKnowledgeBase label={t.firstStep} variant="default" />}
      query={listKnowledgeBasesOptions({ query: route.useSearch() })}
      columns={[
        {
          header: t.name,
          sort: 'name',
          cell: ({ attributes }) => attributes.name,
          link: ({ id }) => ({ to: '/knowledge/$id', params: { id: String(id) } }),
        },
        { header: t.description, cell: ({ attributes }) => attributes.description, from: 'md' },
        { header: t.documents, cell: ({ attributes }) => format.number(attributes.documents), align: 'right' },
        {
          header: t.passages,
          cell: ({ attributes }) => format.number(attributes.passages),
          align: 'right',
          from: 'sm',
        },
        { header: t.changed, cell: ({ attributes }) => <DateTime at={attributes.updated_at} relative />, from: 'sm' },
      ]}
    />
  );
}

function NewKnowledgeBase({ label, variant }: { label: string; variant?: 'default' }) {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const form = useNewRecordForm({
    name: 'knowledge/new',
    initial: NEW_KNOWLEDGE_BASE,
    mutation: createKnowledgeBaseMutation(),
    requestOf: (body) => ({ body }),
    onCreated: ({ data }) => navigate({ to: '/knowledge/$id', params: { id: String(data.id) } }),
  });
  if (!usePermission('manage_content')) return null;
  return (
    <>
      <Button variant={variant} onClick={() => setIsDialogOpen(true)}>
        {label}
      </Button>
      <Dialog title={t.addNew} opened={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <KnowledgeBaseForm form={form} submit={t.create} />
      </Dialog>
    </>
  );
}
