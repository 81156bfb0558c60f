import { Button, Fieldset, Group, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { LazyMultiSelect } from '../../components/multi-select.tsx';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { languageOptions } from '../../lib/languages.ts';
import { NEW_PRODUCT, type Product, type Voice } from './model.ts';
import { translations } from './translations.ts';

/** Entries may contain commas. */
const ENTER_ONLY: string[] = [];

/** The form of a brand voice and its products. */
export function VoiceForm({
  voice,
  error,
  readOnly = false,
  onChange,
}: {
  voice: Voice;
  /** Error of the last request. */
  error: unknown;
  readOnly?: boolean;
  onChange: (changes: Partial<Voice>) => void;
}) {
  const t = useTranslations(translations);
  const locale = useLocale();
  const common = (field: keyof Voice & keyof typeof t) => ({
    label: t[field] as string,
    readOnly,
    error: fieldError(error, field),
  });
  const hints = {
    dos: t.entries,
    donts: `${t.dontsHint} ${t.entries}`,
  };
  return (
    <Stack>
      <TextInput
        {...common('name')}
        withAsterisk
        aria-required
        value={voice.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {(['tagline', 'audience', 'tone'] as const).map((field) => (
          <TextInput
            key={field}
            {...common(field)}
            value={voice[field] ?? ''}
            onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value || null })}
          />
        ))}
      </SimpleGrid>
      <Textarea
        {...common('style_guide')}
        autosize
        minRows={4}
        maxRows={20}
        value={voice.style_guide ?? ''}
        onChange={({ currentTarget }) => onChange({ style_guide: currentTarget.value || null })}
      />
      {(['dos', 'donts'] as const).map((field) => (
        <TagsInput
          key={field}
          splitChars={ENTER_ONLY}
          {...common(field)}
          description={readOnly ? undefined : hints[field]}
          value={voice[field]}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      <LazyMultiSelect
        {...common('languages')}
        description={readOnly ? undefined : t.languagesHint}
        data={languageOptions(locale, { chosen: voice.languages })}
        value={voice.languages}
        searchable
        onChange={(languages) => onChange({ languages })}
      />
      <Products
        products={voice.products}
        error={error}
        readOnly={readOnly}
        onChange={(products) => onChange({ products })}
      />
    </Stack>
  );
}

function Products({
  products,
  error,
  readOnly,
  onChange,
}: {
  products: readonly Product[];
  error: unknown;
  readOnly: boolean;
  onChange: (products: Product[]) => void;
}) {
  const t = useTranslations(translations);
  const change = (position: number, changes: Partial<Product>) =>
    onChange(products.map((product, index) => (index === position ? { ...product, ...changes } : product)));
  return (
    <Stack>
      {products.map((product, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new products have no id
        <Fieldset key={position} legend={t.product(position + 1)}>
          <Stack gap="sm">
            <TextInput
              label={t.productName}
              withAsterisk
              aria-required
              readOnly={readOnly}
              value={product.name}
              error={fieldError(error, `products.${position}.name`)}
              onChange={({ currentTarget }) => change(position, { name: currentTarget.value })}
            />
            <Textarea
              label={t.description}
              autosize
              minRows={2}
              maxRows={12}
              readOnly={readOnly}
              value={product.description ?? ''}
              error={fieldError(error, `products.${position}.description`)}
              onChange={({ currentTarget }) => change(position, { description: currentTarget.value || null })}
            />
            <TagsInput
              label={t.features}
              splitChars={ENTER_ONLY}
              description={readOnly ? undefined : t.entries}
              readOnly={readOnly}
              value={product.key_features}
              error={fieldError(error, `products.${position}.key_features`)}
              onChange={(value) => change(position, { key_features: value })}
            />
            {!readOnly && (
              <Group>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => onChange(products.filter((_product, index) => index !== position))}
                >
                  {t.removeProduct(product.name || t.product(position + 1))}
                </Button>
              </Group>
            )}
          </Stack>
        </Fieldset>
      ))}
      {!readOnly && (
        <Group>
          <Button variant="default" onClick={() => onChange([...products, NEW_PRODUCT])}>
            {t.addProduct}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
