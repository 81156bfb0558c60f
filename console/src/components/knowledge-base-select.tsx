import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listKnowledgeBasesOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { defineTranslations, useTranslations } from '../i18n/translations.ts';
import { MAX_OPTIONS } from './record-select.tsx';

const translations = defineTranslations({
  en: { knowledge: 'Knowledge bases', hint: 'Your documents that it draws on.' },
  de: { knowledge: 'Wissensbasen', hint: 'Ihre Dokumente, aus denen geschöpft wird.' },
});

/** Selects the knowledge bases that a text uses. Renders nothing when there are none. */
export function KnowledgeBaseSelect({
  value,
  description,
  maxValues,
  error,
  onChange,
}: {
  value: readonly number[];
  /** Replaces the default hint. */
  description?: string | undefined;
  maxValues?: number | undefined;
  error?: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  const t = useTranslations(translations);
  const { data } = useQuery(listKnowledgeBasesOptions({ query: { per_page: MAX_OPTIONS } }));
  const bases = data?.data ?? [];
  if (bases.length === 0) return null;
  return (
    <MultiSelect
      label={t.knowledge}
      description={description ?? t.hint}
      data={bases.map(({ id, attributes }) => ({ value: String(id), label: attributes.name }))}
      value={value.map(String)}
      searchable
      maxValues={maxValues}
      error={error}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
