import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listKnowledgeBasesOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { catalogue, useTexts } from '../i18n/texts.ts';
import { MOST_CHOICES } from './record-select.tsx';

const texts = catalogue({
  en: { knowledge: 'Knowledge bases', hint: 'Your documents that it draws on.' },
  de: { knowledge: 'Wissensbasen', hint: 'Ihre Dokumente, aus denen geschöpft wird.' },
});

/** Which knowledge bases a text draws on; where there is none, nothing. */
export function KnowledgeChoice({
  value,
  description,
  most,
  error,
  onChange,
}: {
  value: readonly number[];
  /** What they are chosen for, where that is more than to draw on them. */
  description?: string | undefined;
  /** How many may be chosen. */
  most?: number | undefined;
  error?: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  const say = useTexts(texts);
  const { data } = useQuery(listKnowledgeBasesOptions({ query: { per_page: MOST_CHOICES } }));
  const bases = data?.data ?? [];
  if (bases.length === 0) return null;
  return (
    <MultiSelect
      label={say.knowledge}
      description={description ?? say.hint}
      data={bases.map(({ id, attributes }) => ({ value: String(id), label: attributes.name }))}
      value={value.map(String)}
      searchable
      maxValues={most}
      error={error}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
