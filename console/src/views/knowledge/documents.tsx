import { Alert, Badge, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  deleteKnowledgeBaseDocumentMutation,
  listKnowledgeBaseDocumentsOptions,
  listKnowledgeBaseDocumentsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { KnowledgeDocument } from '../../api/generated/client/types.gen.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { Section } from '../../components/section.tsx';
import { showError } from '../../components/show-error.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { RenameButton } from './rename-button.tsx';
import { translations } from './translations.ts';
import { Upload } from './upload.tsx';

const route = getRouteApi('/knowledge/$id');
/** While a document is being read, the page is asked for this often. */
const REFRESH_MS = 1_500;

const COLORS: Readonly<Record<KnowledgeDocument['attributes']['status'], string>> = {
  pending: 'blue',
  ready: 'green',
  failed: 'red',
};

/** The documents of a base, how far the reading of each is, and the way to more. */
export function Documents({ id }: { id: number }) {
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  const navigate = route.useNavigate();
  const { page } = route.useSearch();
  const query = useQuery({
    ...listKnowledgeBaseDocumentsOptions({ path: { id }, query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ attributes }) => attributes.status === 'pending') ? REFRESH_MS : false,
  });
  return (
    <Section title={t.documents} actions={canEdit && <Upload base={id} />}>
      {canEdit ? (
        <Text size="sm" c="dimmed" mb="sm">
          {t.uploadHint}
        </Text>
      ) : (
        <Alert variant="outline" mb="sm">
          {t.notAllowed}
        </Alert>
      )}
      <PagedTable
        query={query}
        columns={useColumns(canEdit)}
        label={t.documents}
        empty={<EmptyState title={t.documentsEmpty}>{t.documentsEmptyText}</EmptyState>}
        onPageChange={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
      />
    </Section>
  );
}

function useColumns(canEdit: boolean): Column<KnowledgeDocument>[] {
  const t = useTranslations(translations);
  return [
    { header: t.documentTitle, cell: (document) => <Document document={document} /> },
    { header: t.added, cell: ({ attributes }) => <DateTime at={attributes.created_at} />, from: 'sm' },
    ...(canEdit
      ? [
          {
            header: t.actions,
            cell: (document: KnowledgeDocument) => (
              <Group gap="xs" justify="end">
                <RenameButton document={document} />
                <Removal document={document} />
              </Group>
            ),
            align: 'right' as const,
          },
        ]
      : []),
  ];
}

/** What it is, how far its reading is, and why it could not be read. */
function Document({ document: { attributes } }: { document: KnowledgeDocument }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { title, status, reason, format: kind, passages } = attributes;
  return (
    <>
      <Text fw={600}>{title}</Text>
      <Group gap="xs">
        <Badge variant="dot" color={COLORS[status]} tt="none">
          {t[status]}
        </Badge>
        <Text size="sm">{t[kind]}</Text>
        {status === 'ready' && <Text size="sm">{t.passagesCount(format.number(passages))}</Text>}
      </Group>
      {reason && <Text size="sm">{reason}</Text>}
    </>
  );
}

function Removal({ document: { id: document, attributes } }: { document: KnowledgeDocument }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const { knowledge_base_id: id, title } = attributes;
  const remove = useMutation({
    ...deleteKnowledgeBaseDocumentMutation(),
    onSuccess: () => {
      notifications.show({ message: t.removedDocument(title) });
      return queryClient.invalidateQueries({ queryKey: listKnowledgeBaseDocumentsQueryKey({ path: { id } }) });
    },
    onError: showError,
  });
  return (
    <ConfirmButton
      size="xs"
      label={t.remove}
      aria-label={t.removeDocument(title)}
      question={t.removeDocumentQuestion(title)}
      confirmLabel={t.removeConfirm}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ path: { id, document } })}
    />
  );
}
