import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import {
  getKnowledgeBaseDocumentOptions,
  getKnowledgeBasePassageOptions,
  listKnowledgeBasePassagesOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetKnowledgeBasePassageResponse } from '../../api/generated/client/types.gen.ts';
import { Page, Section } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id/documents/$document');

type Passage = GetKnowledgeBasePassageResponse['data']['attributes'];

/** What was understood of a document: its passages, or one of them with its neighbours. */
export default function DocumentView() {
  const params = route.useParams();
  const t = useTranslations(translations);
  const { passage, quote, ...page } = route.useSearch();
  const path = { id: Number(params.id), document: Number(params.document) };
  const query = useQuery(getKnowledgeBaseDocumentOptions({ path }));
  const passages = listKnowledgeBasePassagesOptions({ path, query: page });
  const inContext = getKnowledgeBasePassageOptions({ path: { ...path, passage: passage ?? 0 } });
  // Beside the document, not after it.
  useQuery({ ...passages, enabled: passage === undefined });
  useQuery({ ...inContext, enabled: passage !== undefined });
  return (
    <Page
      title={query.data?.data.attributes.title ?? t.documentTitle}
      actions={
        <Link to="/knowledge/$id" params={{ id: params.id }}>
          {t.documents}
        </Link>
      }
    >
      <QueryContent query={query}>
        {({ data: { attributes } }) => (
          <Stack>
            {attributes.status !== 'ready' && <Text size="sm">{attributes.reason ?? t[attributes.status]}</Text>}
            {passage === undefined ? (
              <PagedTable
                text={{ title: t.passages, empty: t.passagesEmpty, emptyText: t.passagesEmptyText }}
                query={passages}
                columns={[
                  {
                    header: t.passage,
                    cell: (each) => t.passageNumber(String(each.attributes.position)),
                    link: (each) => ({
                      to: '/knowledge/$id/documents/$document',
                      params,
                      search: { passage: each.id },
                    }),
                  },
                  { header: t.text, cell: (each) => <Words passage={each.attributes} /> },
                ]}
              />
            ) : (
              <InContext key={passage} id={passage} quote={quote} />
            )}
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function Words({ passage: { section, text } }: { passage: Pick<Passage, 'section' | 'text'> }) {
  return (
    <>
      {section !== '' && (
        <Text size="sm" fw={600} dir="auto">
          {section}
        </Text>
      )}
      <Text size="sm" className="pre-wrap" dir="auto">
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
    <Link to="/knowledge/$id/documents/$document" params={params} search={{}}>
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
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
    mark.current?.focus({ preventScroll: true });
  }, []);
  const at = quote === undefined ? -1 : text.indexOf(quote);
  if (quote === undefined || at === -1) {
    return (
      <Text className="pre-wrap" dir="auto">
        {text}
      </Text>
    );
  }
  return (
    <Text className="pre-wrap" dir="auto">
      {text.slice(0, at)}
      <mark ref={mark} tabIndex={-1}>
        <span className="visually-hidden">{label}: </span>
        {quote}
      </mark>
      {text.slice(at + quote.length)}
    </Text>
  );
}
