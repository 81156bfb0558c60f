import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createKnowledgeBaseMutation,
  listKnowledgeBasesOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { KnowledgeBase } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Empty } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { BaseForm } from './base-form.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/knowledge');

/** All knowledge bases. */
export function KnowledgeBaseList() {
  const say = useTexts(texts);
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listKnowledgeBasesOptions({ query: route.useSearch() }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={say.title} lead={say.lead} actions={<NewBase />}>
      <PagedList
        query={query}
        columns={useColumns()}
        label={say.title}
        empty={<Empty title={say.empty}>{say.emptyText}</Empty>}
        onPage={(page) => void navigate({ search: { page } })}
      />
    </Page>
  );
}

function NewBase() {
  const say = useTexts(texts);
  const navigate = route.useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const create = useMutation({
    ...createKnowledgeBaseMutation(),
    onSuccess: ({ data }) => navigate({ to: '/knowledge/$id', params: { id: String(data.id) } }),
  });
  if (!useMay('manage_content')) return null;
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{say.newOne}</Button>
      <Dialog title={say.newOne} opened={isAsking} onClose={() => setIsAsking(false)}>
        <BaseForm
          initial={{ name: '', description: null }}
          submit={say.create}
          error={create.error}
          isPending={create.isPending}
          onSubmit={(body) => create.mutate({ body })}
        />
      </Dialog>
    </>
  );
}

function useColumns(): Column<KnowledgeBase>[] {
  const say = useTexts(texts);
  const format = useFormat();
  return [
    {
      header: say.name,
      cell: ({ id, attributes }) => (
        <Link to="/knowledge/$id" params={{ id: String(id) }}>
          {attributes.name}
        </Link>
      ),
    },
    { header: say.description, cell: ({ attributes }) => attributes.description, from: 'md' },
    { header: say.documents, cell: ({ attributes }) => format.number(attributes.documents), align: 'right' },
    {
      header: say.passages,
      cell: ({ attributes }) => format.number(attributes.passages),
      align: 'right',
      from: 'sm',
    },
    { header: say.changed, cell: ({ attributes }) => <Moment at={attributes.updated_at} />, from: 'sm' },
  ];
}
