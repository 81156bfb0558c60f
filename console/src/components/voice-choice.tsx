import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listBrandVoicesOptions } from '../api/generated/client/@tanstack/react-query.gen.ts';
import { catalogue, useTexts } from '../i18n/texts.ts';

const texts = catalogue({
  en: { voice: 'Brand voice', noVoice: 'None', productOf: 'Product', noProduct: 'None in particular' },
  de: { voice: 'Markenstimme', noVoice: 'Keine', productOf: 'Produkt', noProduct: 'Kein bestimmtes' },
});

/** As many as a page of the API has. */
const MOST = 100;

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
  const { data } = useQuery(listBrandVoicesOptions({ query: { per_page: MOST } }));
  const voices = data?.data ?? [];
  const products = voices.find(({ id }) => id === company)?.attributes.products ?? [];
  if (voices.length === 0) return null;
  const numberOf = (value: string) => (value === '' ? null : Number(value));
  return (
    <>
      <NativeSelect
        label={say.voice}
        value={company ?? ''}
        data={[
          { value: '', label: say.noVoice },
          ...voices.map(({ id, attributes }) => ({ value: String(id), label: attributes.name })),
        ]}
        onChange={({ currentTarget }) => onChange({ company: numberOf(currentTarget.value), product: null })}
      />
      {products.length > 0 && (
        <NativeSelect
          label={say.productOf}
          value={product ?? ''}
          data={[
            { value: '', label: say.noProduct },
            ...products.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) =>
            onChange({ company: company ?? null, product: numberOf(currentTarget.value) })
          }
        />
      )}
    </>
  );
}
