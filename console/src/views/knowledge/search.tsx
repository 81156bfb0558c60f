import { Blockquote, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { searchKnowledgeBaseOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { SearchKnowledgeBaseResponse } from '../../api/generated/client/types.gen.ts';
import { Section } from '../../components/section.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/knowledge/$id');

type Passage = SearchKnowledgeBaseResponse['data'][number];

/** A question, and the passages that say most about it; the question stands in the address. */
export function Search() {
  const say = useTexts(texts);
  const navigate = route.useNavigate();
  const { q } = route.useSearch();
  const [words, setWords] = useState(q ?? '');
  return (
    <Section title={say.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ search: (before) => ({ ...before, q: words.trim() || undefined }) });
        }}
      >
        <Group align="end" gap="sm">
          <TextInput
            type="search"
            label={say.question}
            flex="1 1 220px"
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <Button type="submit">{say.find}</Button>
        </Group>
      </form>
      {q !== undefined && <Passages q={q} />}
    </Section>
  );
}

function Passages({ q }: { q: string }) {
  const say = useTexts(texts);
  const id = Number(route.useParams().id);
  const query = useQuery({
    ...searchKnowledgeBaseOptions({ path: { id }, query: { q } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={say.nothing}>{say.nothingText}</Empty>
        ) : (
          <Stack component="ol" className="plain" mt="md" aria-label={say.found} aria-busy={query.isFetching}>
            {data.map((passage) => (
              <li key={`${passage.document_id} ${passage.section} ${passage.text}`}>
                <Citation passage={passage} />
              </li>
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

function Citation({ passage: { title, section, text, rank } }: { passage: Passage }) {
  const say = useTexts(texts);
  const format = useFormat();
  return (
    <Blockquote p="md" color="indigo">
      <Text className="wrapped" size="sm" mb={4}>
        {text}
      </Text>
      <Text size="sm">
        <cite>{say.cited(title, section)}</cite> · {say.match(format.percent(rank))}
      </Text>
    </Blockquote>
  );
}
