import { useQuery } from '@tanstack/react-query';
import { listBrandVoicesOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { catalogue, useTexts } from '../i18n/texts.ts';
import { MOST_CHOICES, named, RecordSelect } from './record-select.tsx';

const texts = catalogue({
  en: { voice: 'Brand voice', noVoice: 'None', productOf: 'Product', noProduct: 'None in particular' },
  de: { voice: 'Markenstimme', noVoice: 'Keine', productOf: 'Produkt', noProduct: 'Kein bestimmtes' },
});

interface Choice {
  company?: number | null;
  product?: number | null;
}

/** In whose voice a text is written, and about which product; where there is no brand voice, nothing. */
export function VoiceChoice({
  company,
  product,
  onChange,
}: Choice & { onChange: (choice: Required<Pick<Choice, 'company' | 'product'>>) => void }) {
  const say = useTexts(texts);
  const { data } = useQuery(listBrandVoicesOptions({ query: { per_page: MOST_CHOICES } }));
  const voices = data?.data ?? [];
  const products = voices.find(({ id }) => id === company)?.attributes.products ?? [];
  if (voices.length === 0) return null;
  return (
    <>
      <RecordSelect
        label={say.voice}
        none={say.noVoice}
        records={named(voices)}
        value={company}
        onChange={(id) => onChange({ company: id, product: null })}
      />
      {products.length > 0 && (
        <RecordSelect
          label={say.productOf}
          none={say.noProduct}
          records={products}
          value={product}
          onChange={(id) => onChange({ company: company ?? null, product: id })}
        />
      )}
    </>
  );
}
