import { Alert, Badge, Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  deleteKnowledgeBaseDocumentMutation,
  listKnowledgeBaseDocumentsOptions,
  listKnowledgeBaseDocumentsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { KnowledgeDocument } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { type Column, PagedTable, refetchWhile } from '../../components/paged-table.tsx';
import { Section } from '../../components/section.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { RenameButton } from './rename-button.tsx';
import { translations } from './translations.ts';
import { Upload } from './upload.tsx';

const route = getRouteApi('/knowledge/$id');
/** Polling interval while a document is being processed. */
const REFRESH_MS = 1_500;

const COLORS: Readonly<Record<KnowledgeDocument['attributes']['status'], string>> = {
  pending: 'blue',
  ready: 'green',
  failed: 'red',
};

/** The documents of a knowledge base and their processing status. */
export function Documents({ id }: { id: number }) {
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  const { page } = route.useSearch();
  const actions: Column<KnowledgeDocument> = {
    header: t.actions,
    cell: (document) => (
      <Group gap="xs" justify="end">
        <RenameButton document={document} />
        <DeleteDocumentButton document={document} />
      </Group>
    ),
    align: 'right',
  };
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
        text={{ title: t.documents, empty: t.documentsEmpty, emptyText: t.documentsEmptyText }}
        query={{
          ...listKnowledgeBaseDocumentsOptions({ path: { id }, query: { page } }),
          refetchInterval: refetchWhile(
            REFRESH_MS,
            ({ attributes }: KnowledgeDocument) => attributes.status === 'pending',
          ),
        }}
        columns={[
          { header: t.documentTitle, cell: (document) => <Document document={document} /> },
          { header: t.added, cell: ({ attributes }) => <DateTime at={attributes.created_at} />, from: 'sm' },
          ...(canEdit ? [actions] : []),
        ]}
      />
    </Section>
  );
}

/** Title, status and format of a document, and why it failed. */
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

function DeleteDocumentButton({ document: { id: document, attributes } }: { document: KnowledgeDocument }) {
  const t = useTranslations(translations);
  const { knowledge_base_id: id, title } = attributes;
  return (
    <DeleteButton
      size="xs"
      label={t.remove}
      aria-label={t.removeDocument(title)}
      question={t.removeDocumentQuestion(title)}
      confirmLabel={t.removeConfirm}
      message={t.removedDocument(title)}
      mutation={deleteKnowledgeBaseDocumentMutation()}
      variables={{ path: { id, document } }}
      listKey={listKnowledgeBaseDocumentsQueryKey({ path: { id } })}
    />
  );
}
