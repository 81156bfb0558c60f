import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { defineTranslations, useTranslations } from '../i18n/translations.ts';
import { useNames } from '../lib/names.ts';
import { LazyMultiSelect } from './multi-select.tsx';

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
  const voices = useNames()?.brand_voices ?? [];
  const products = voices.find(({ id }) => id === company)?.products ?? [];
  if (voices.length === 0) return null;
  return (
    <>
      <RecordSelect
        label={t.voice}
        none={t.noVoice}
        records={voices}
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
  de: { knowledge: 'Wissensdatenbanken', hint: 'Deine Dokumente als Grundlage.' },
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
  const bases = useNames()?.knowledge_bases ?? [];
  if (bases.length === 0) return null;
  return (
    <LazyMultiSelect
      label={t.knowledge}
      description={description ?? t.hint}
      data={bases.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      searchable
      maxValues={maxValues}
      error={error}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
