import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import {
  listBrandVoicesQueryKey,
  listKnowledgeBasesQueryKey,
} from '../api/generated/client/@tanstack/react-query.gen.ts';
import { listBrandVoices, listKnowledgeBases } from '../api/generated/client/sdk.gen.ts';
import { defineTranslations, useTranslations } from '../i18n/translations.ts';
import { useAllRecords } from '../lib/all-records.ts';
import { LazyMultiSelect } from './multi-select.tsx';
import { ErrorAlert } from './states.tsx';

/** Selects one of a few records, or none. */
export function RecordSelect({
  records,
  none,
  value,
  onChange,
  ...input
}: Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  records: readonly { id: number; name: string }[];
  /** Label of the option for none. */
  none: string;
  value: number | null | undefined;
  onChange: (id: number | null) => void;
}) {
  return (
    <NativeSelect
      {...input}
      value={value ?? ''}
      data={[{ value: '', label: none }, ...records.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}

/** Records of the API as options. */
export function toNamedRecords(
  records: readonly { id: number; attributes: { name: string } }[] = [],
): { id: number; name: string }[] {
  return records.map(({ id, attributes: { name } }) => ({ id, name }));
}

/** Texts of the choice of a brand voice. */
export const brandVoiceTranslations = defineTranslations({
  area: 'brandVoiceSelect',
  en: { voice: 'Brand voice', noVoice: 'None', productOf: 'Product', noProduct: 'None in particular' },
  de: { voice: 'Markenstimme', noVoice: 'Keine', productOf: 'Produkt', noProduct: 'Kein bestimmtes' },
});

interface Selection {
  company?: number | null;
  product?: number | null;
}

/** Selects the brand voice of a text and one of its products. Renders nothing when there are no brand voices. */
export function BrandVoiceSelect({
  company,
  product,
  onChange,
}: Selection & { onChange: (selection: Required<Pick<Selection, 'company' | 'product'>>) => void }) {
  const t = useTranslations(brandVoiceTranslations);
  const { data: voices = [], error } = useAllRecords(listBrandVoicesQueryKey(), listBrandVoices);
  const products = voices.find(({ id }) => id === company)?.attributes.products ?? [];
  if (error) return <ErrorAlert error={error} />;
  if (voices.length === 0) return null;
  return (
    <>
      <RecordSelect
        label={t.voice}
        none={t.noVoice}
        records={toNamedRecords(voices)}
        value={company}
        onChange={(id) => onChange({ company: id, product: null })}
      />
      {products.length > 0 && (
        <RecordSelect
          label={t.productOf}
          none={t.noProduct}
          records={products}
          value={product}
          onChange={(id) => onChange({ company: company ?? null, product: id })}
        />
      )}
    </>
  );
}

/** Texts of the choice of knowledge bases. */
export const knowledgeBaseTranslations = defineTranslations({
  area: 'knowledgeBaseSelect',
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
  const t = useTranslations(knowledgeBaseTranslations);
  const { data: bases = [], error: loadError } = useAllRecords(listKnowledgeBasesQueryKey(), listKnowledgeBases);
  if (loadError) return <ErrorAlert error={loadError} />;
  if (bases.length === 0) return null;
  return (
    <LazyMultiSelect
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
