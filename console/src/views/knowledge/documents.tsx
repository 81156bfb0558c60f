import { Alert, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  deleteKnowledgeBaseDocumentMutation,
  listKnowledgeBaseDocumentsOptions,
  listKnowledgeBaseDocumentsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { KnowledgeDocument } from '../../api/generated/client/types.gen.ts';
import type { Column } from '../../components/column.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { Section } from '../../components/page.tsx';
import { PagedTable, refetchWhile } from '../../components/paged-table.tsx';
import { UploadButton } from '../../components/upload-button.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { DocumentState, isChanging } from './document-state.tsx';
import { ACCEPTED_TYPES, addFile, MAX_BYTES } from './files.ts';
import { RenameButton } from './rename-button.tsx';
import { ReplaceButton } from './replace-button.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id');
/** Polling interval while a document is being processed. */
const REFRESH_MS = 1_500;

/** The documents of a knowledge base and their processing status. */
export function Documents({ id }: { id: number }) {
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  const { q: _search, ...page } = route.useSearch();
  const actions: Column<KnowledgeDocument> = {
    header: t.actions,
    cell: (document) => (
      <Group gap="xs" justify="end">
        <RenameButton document={document} />
        <ReplaceButton document={document} />
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
          ...listKnowledgeBaseDocumentsOptions({ path: { id }, query: page }),
          refetchInterval: refetchWhile(REFRESH_MS, isChanging),
        }}
        columns={[
          { header: t.documentTitle, cell: (document) => <Document document={document} /> },
          { header: t.added, cell: ({ attributes }) => <DateTime at={attributes.created_at} relative />, from: 'sm' },
          ...(canEdit ? [actions] : []),
        ]}
      />
    </Section>
  );
}

/** Title, status and format of a document, and why it failed. */
function Document({ document: { id, attributes } }: { document: KnowledgeDocument }) {
  const { knowledge_base_id: base, title } = attributes;
  return (
    <>
      <Text className="title">
        <Link to="/knowledge/$id/documents/$document" params={{ id: String(base), document: String(id) }}>
          {title}
        </Link>
      </Text>
      <DocumentState attributes={attributes} />
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

/** Uploads files. */
function Upload({ base }: { base: number }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  return (
    <UploadButton
      label={t.upload}
      accept={ACCEPTED_TYPES}
      maxBytes={MAX_BYTES}
      text={t}
      upload={(file) => addFile(base, file)}
      onSettled={() =>
        queryClient.invalidateQueries({ queryKey: listKnowledgeBaseDocumentsQueryKey({ path: { id: base } }) })
      }
    />
  );
}
