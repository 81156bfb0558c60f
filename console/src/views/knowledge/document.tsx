import { Card, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import {
  getKnowledgeBaseDocumentOptions,
  getKnowledgeBasePassageOptions,
  listKnowledgeBasePassagesOptions,
  listKnowledgeBasePassagesQueryKey,
  listKnowledgeBaseVersionsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetKnowledgeBasePassageResponse, KnowledgeDocument } from '../../api/generated/client/types.gen.ts';
import { Page, Section } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTranslations } from '../../i18n/translations.ts';
import { BACK_LINK } from '../../lib/back-link.ts';
import { pollEvery } from '../../lib/poll.ts';
import { usePermission } from '../../shell/me.ts';
import { DocumentState, isChanging } from './document-state.tsx';
import { translations as documentTranslations } from './document-translations.ts';
import type { Tab } from './model.ts';
import { ReplaceButton } from './replace-button.tsx';
import { translations } from './translations.ts';
import { useVersions, Versions } from './versions.tsx';

const route = getRouteApi('/knowledge/$id/documents/$document');

type Passage = GetKnowledgeBasePassageResponse['data']['attributes'];

/** How often a document is read while it is changing, milliseconds. */
const REFRESH_MS = 1_500;

/** What was understood of a document: its passages, or one of them with its neighbours; and its versions. */
export default function DocumentView() {
  const params = route.useParams();
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  const { passage, quote, tab = 'passages' } = route.useSearch();
  const path = { id: Number(params.id), document: Number(params.document) };
  const query = useQuery({
    ...getKnowledgeBaseDocumentOptions({ path }),
    refetchInterval: pollEvery(REFRESH_MS, ({ data }: { data: KnowledgeDocument }) => isChanging(data)),
  });
  const inContext = getKnowledgeBasePassageOptions({ path: { ...path, passage: passage ?? 0 } });
  // Beside the document, not after it.
  useQuery({ ...usePassages(), enabled: passage === undefined && tab === 'passages' });
  useQuery({ ...useVersions(), enabled: passage === undefined && tab === 'versions' });
  useQuery({ ...inContext, enabled: passage !== undefined });
  useFreshPassages(query.data?.data);
  return (
    <Page
      title={query.data?.data.attributes.title ?? t.documentTitle}
      actions={
        <>
          <Link {...BACK_LINK} to="/knowledge/$id" params={{ id: params.id }}>
            {t.documents}
          </Link>
          {canEdit && query.data && <ReplaceButton document={query.data.data} />}
        </>
      }
    >
      <QueryContent query={query}>
        {({ data }) => (
          <Stack>
            <DocumentState attributes={data.attributes} />
            {passage === undefined ? (
              <Parts document={data} tab={tab} />
            ) : (
              <InContext key={passage} id={passage} quote={quote} />
            )}
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

/** The page of passages that the address names. */
function usePassages() {
  const params = route.useParams();
  const { page, per_page } = route.useSearch();
  const path = { id: Number(params.id), document: Number(params.document) };
  return listKnowledgeBasePassagesOptions({ path, query: { page, per_page } });
}

/** The language of the document, for what reads its passages out; undefined: nobody knows it. */
function useDocumentLanguage(): string | undefined {
  const params = route.useParams();
  const path = { id: Number(params.id), document: Number(params.document) };
  const { data } = useQuery({ ...getKnowledgeBaseDocumentOptions({ path }), enabled: false });
  return data?.data.attributes.language ?? undefined;
}

/** Reads passages again once a document was read or replaced. */
function useFreshPassages(document: KnowledgeDocument | undefined): void {
  const queryClient = useQueryClient();
  const version = document && `${document.id} ${document.attributes.version} ${document.attributes.status}`;
  const before = useRef(version);
  useEffect(() => {
    const isNew = before.current !== undefined && before.current !== version;
    before.current = version;
    if (!isNew || !document) return;
    const path = { id: document.attributes.knowledge_base_id, document: document.id };
    void queryClient.invalidateQueries({ queryKey: listKnowledgeBasePassagesQueryKey({ path }) });
    void queryClient.invalidateQueries({ queryKey: listKnowledgeBaseVersionsQueryKey({ path }) });
  }, [version, document, queryClient]);
}

function Parts({ document, tab }: { document: KnowledgeDocument; tab: Tab }) {
  const t = useTranslations(translations);
  const tDocument = useTranslations(documentTranslations);
  const navigate = route.useNavigate();
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(value) => void navigate({ search: value === 'versions' ? { tab: value } : {}, replace: true })}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="passages">{t.passages}</Tabs.Tab>
        <Tabs.Tab value="versions">{tDocument.versions}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="passages">
        <Passages />
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <Versions document={document} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Passages() {
  const t = useTranslations(translations);
  const params = route.useParams();
  return (
    <PagedTable
      text={{ title: t.passages, empty: t.passagesEmpty, emptyText: t.passagesEmptyText }}
      query={usePassages()}
      columns={[
        {
          header: t.passage,
          cell: (each) => t.passageNumber(String(each.attributes.position)),
          link: (each) => ({ to: '/knowledge/$id/documents/$document', params, search: { passage: each.id } }),
        },
        { header: t.text, cell: (each) => <Words passage={each.attributes} /> },
      ]}
    />
  );
}

function Words({ passage: { section, text } }: { passage: Pick<Passage, 'section' | 'text'> }) {
  const language = useDocumentLanguage();
  return (
    <>
      {section !== '' && (
        <Text size="sm" fw={600} dir="auto" lang={language}>
          {section}
        </Text>
      )}
      <Text size="sm" className="pre-wrap" dir="auto" lang={language}>
        {text}
      </Text>
    </>
  );
}

/** A passage between its neighbours, with the words that are cited marked. */
function InContext({ id, quote }: { id: number; quote: string | undefined }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const params = route.useParams();
  const path = { id: Number(params.id), document: Number(params.document), passage: id };
  const query = useQuery(getKnowledgeBasePassageOptions({ path }));
  const all = (
    <Link {...BACK_LINK} to="/knowledge/$id/documents/$document" params={params} search={{}}>
      {t.allPassages}
    </Link>
  );
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState title={t.passageGone} action={all}>
        {t.passageGoneText}
      </EmptyState>
    );
  }
  const to = (label: string, neighbour: { id: number } | null) =>
    neighbour && (
      <Link to="/knowledge/$id/documents/$document" params={params} search={{ passage: neighbour.id }}>
        {label}
      </Link>
    );
  return (
    <QueryContent query={query}>
      {({ data: { attributes } }) => (
        <Stack>
          <Neighbour title={t.before} passage={attributes.previous} />
          <Section
            title={`${t.passageNumber(format.number(attributes.position))}${attributes.section && `: ${attributes.section}`}`}
          >
            <Quoted text={attributes.text} quote={quote} label={t.citedPassage} />
          </Section>
          <Neighbour title={t.after} passage={attributes.next} />
          <Group component="nav" aria-label={t.passages}>
            {to(t.earlier, attributes.previous)}
            {to(t.later, attributes.next)}
            {all}
          </Group>
        </Stack>
      )}
    </QueryContent>
  );
}

function Neighbour({ title, passage }: { title: string; passage: Passage['previous'] }) {
  if (!passage) return null;
  return (
    <Card withBorder component="section" aria-label={title}>
      <Title order={2} size="h6" mb="xs">
        {title}
      </Title>
      <Words passage={passage} />
    </Card>
  );
}

/** A text in which a quote is marked, and brought into view. */
function Quoted({ text, quote, label }: { text: string; quote: string | undefined; label: string }) {
  const language = useDocumentLanguage();
  const own = useLanguage();
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
    mark.current?.focus({ preventScroll: true });
  }, []);
  const at = quote === undefined ? -1 : text.indexOf(quote);
  if (quote === undefined || at === -1) {
    return (
      <Text className="pre-wrap" dir="auto" lang={language}>
        {text}
      </Text>
    );
  }
  return (
    <Text className="pre-wrap" dir="auto" lang={language}>
      {text.slice(0, at)}
      <mark ref={mark} tabIndex={-1}>
        <span className="visually-hidden" lang={own}>
          {`${label}: `}
        </span>
        {quote}
      </mark>
      {text.slice(at + quote.length)}
    </Text>
  );
}
