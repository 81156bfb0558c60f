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
import { Confirmed } from '../../components/confirmed.tsx';
import { Moment } from '../../components/moment.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Section } from '../../components/section.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Empty } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { Renaming } from './renaming.tsx';
import { texts } from './texts.ts';
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
  const say = useTexts(texts);
  const mayChange = useMay('manage_content');
  const navigate = route.useNavigate();
  const { page } = route.useSearch();
  const query = useQuery({
    ...listKnowledgeBaseDocumentsOptions({ path: { id }, query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ attributes }) => attributes.status === 'pending') ? REFRESH_MS : false,
  });
  return (
    <Section title={say.documents} actions={mayChange && <Upload base={id} />}>
      {mayChange ? (
        <Text size="sm" c="dimmed" mb="sm">
          {say.uploadHint}
        </Text>
      ) : (
        <Alert variant="outline" mb="sm">
          {say.notAllowed}
        </Alert>
      )}
      <PagedList
        query={query}
        columns={useColumns(mayChange)}
        label={say.documents}
        empty={<Empty title={say.documentsEmpty}>{say.documentsEmptyText}</Empty>}
        onPage={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
      />
    </Section>
  );
}

function useColumns(mayChange: boolean): Column<KnowledgeDocument>[] {
  const say = useTexts(texts);
  return [
    { header: say.documentTitle, cell: (document) => <Document document={document} /> },
    { header: say.added, cell: ({ attributes }) => <Moment at={attributes.created_at} />, from: 'sm' },
    ...(mayChange
      ? [
          {
            header: say.actions,
            cell: (document: KnowledgeDocument) => (
              <Group gap="xs" justify="end">
                <Renaming document={document} />
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
  const say = useTexts(texts);
  const format = useFormat();
  const { title, status, reason, format: kind, passages } = attributes;
  return (
    <>
      <Text fw={600}>{title}</Text>
      <Group gap="xs">
        <Badge variant="dot" color={COLORS[status]} tt="none">
          {say[status]}
        </Badge>
        <Text size="sm">{say[kind]}</Text>
        {status === 'ready' && <Text size="sm">{say.passagesCount(format.number(passages))}</Text>}
      </Group>
      {reason && <Text size="sm">{reason}</Text>}
    </>
  );
}

function Removal({ document: { id: document, attributes } }: { document: KnowledgeDocument }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const { knowledge_base_id: id, title } = attributes;
  const remove = useMutation({
    ...deleteKnowledgeBaseDocumentMutation(),
    onSuccess: () => {
      notifications.show({ message: say.removedDocument(title) });
      return queries.invalidateQueries({ queryKey: listKnowledgeBaseDocumentsQueryKey({ path: { id } }) });
    },
    onError: showProblem,
  });
  return (
    <Confirmed
      size="xs"
      label={say.remove}
      aria-label={say.removeDocument(title)}
      question={say.removeDocumentSure(title)}
      yes={say.removeYes}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ path: { id, document } })}
    />
  );
}
