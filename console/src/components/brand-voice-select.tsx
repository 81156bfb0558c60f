import { useQuery } from '@tanstack/react-query';
import { listBrandVoicesOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { defineTranslations, useTranslations } from '../i18n/translations.ts';
import { MAX_OPTIONS, RecordSelect, toNamedRecords } from './record-select.tsx';

const translations = defineTranslations({
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
  const t = useTranslations(translations);
  const { data } = useQuery(listBrandVoicesOptions({ query: { per_page: MAX_OPTIONS } }));
  const voices = data?.data ?? [];
  const products = voices.find(({ id }) => id === company)?.attributes.products ?? [];
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
