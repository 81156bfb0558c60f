import { Blockquote, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { searchKnowledgeBaseOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { SearchKnowledgeBaseResponse } from '../../api/generated/client/types.gen.ts';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id');

type Passage = SearchKnowledgeBaseResponse['data'][number];

/** Searches the documents. The query is kept in the address. */
export function Search() {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const { q } = route.useSearch();
  const [words, setWords] = useState(q ?? '');
  return (
    <Section title={t.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ search: (previous) => ({ ...previous, q: words.trim() || undefined }) });
        }}
      >
        <Group align="end" gap="sm">
          <TextInput
            type="search"
            label={t.question}
            flex="1 1 220px"
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <Button type="submit">{t.find}</Button>
        </Group>
      </form>
      {q !== undefined && <Passages q={q} />}
    </Section>
  );
}

function Passages({ q }: { q: string }) {
  const t = useTranslations(translations);
  const id = Number(route.useParams().id);
  const query = useQuery({
    ...searchKnowledgeBaseOptions({ path: { id }, query: { q } }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryContent query={query}>
      {({ data, meta }) => (
        <>
          <Text size="sm" c="dimmed" mt="md">
            {t[`meaning_${meta.meaning}`]}
          </Text>
          {data.length === 0 ? (
            <EmptyState title={t.nothing}>{t.nothingText}</EmptyState>
          ) : (
            <Stack component="ol" className="unstyled" mt="md" aria-label={t.found} aria-busy={query.isFetching}>
              {data.map((passage) => (
                <li key={passage.passage_id}>
                  <Citation passage={passage} />
                </li>
              ))}
            </Stack>
          )}
        </>
      )}
    </QueryContent>
  );
}

function Citation({ passage: found }: { passage: Passage }) {
  const { passage_id: passage, document_id: document, title, section, text, rank, matched } = found;
  const t = useTranslations(translations);
  const { id } = route.useParams();
  const format = useFormat();
  return (
    <Blockquote p="md" color="brand">
      <Text className="pre-wrap" size="sm" mb={4}>
        {text}
      </Text>
      <Text size="sm">
        <cite>{t.cited(title, section)}</cite> · {t.match(format.percent(rank))} ·{' '}
        <Link
          to="/knowledge/$id/documents/$document"
          params={{ id, document: String(document) }}
          search={{ passage }}
          aria-label={t.openPassageOf(title)}
        >
          {t.openPassage}
        </Link>
      </Text>
      <Text size="sm" c="dimmed" dir="auto">
        {matched.words.length > 0 && `${t.foundByWords(matched.words.join(', '))} `}
        {matched.meaning !== null && t.foundByMeaning(format.percent(Math.max(0, matched.meaning)))}
      </Text>
    </Blockquote>
  );
}
