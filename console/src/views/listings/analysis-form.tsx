import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { analyzeListingMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AnalyzeListingBody } from '../../api/generated/client/types.gen.ts';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/field-error.ts';
import { usePrice } from '../../lib/price.ts';
import { translations } from './translations.ts';

/** The form of an analysis. */
export function AnalysisForm({
  initial,
  onStart,
}: {
  /** Known values. A known listing is not asked for. */
  initial: Partial<AnalyzeListingBody>;
  onStart: (analysis: number) => void;
}) {
  const t = useTranslations(translations);
  const price = usePrice('seo_analysis');
  const [body, setBody] = useState<AnalyzeListingBody>({ listing_url: '', ...initial });
  const analyze = useMutation({ ...analyzeListingMutation(), onSuccess: ({ id }) => onStart(id) });
  const field = (name: 'listing_url' | 'brand_keyword' | 'category_code' | 'partner_domain') => ({
    label: t[name],
    value: body[name] ?? '',
    error: fieldError(analyze.error, name),
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setBody((previous) => ({ ...previous, [name]: value })),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        analyze.mutate({ body });
      }}
    >
      <Stack>
        {initial.listing_url === undefined && (
          <TextInput {...field('listing_url')} description={t.listingHint} withAsterisk aria-required />
        )}
        <TextInput {...field('brand_keyword')} description={t.brandHint} />
        <TextInput {...field('category_code')} description={t.categoryHint} />
        <TextInput {...field('partner_domain')} description={t.domainHint} />
        <Checkbox
          label={t.comment}
          description={price && t.commentPrice(price)}
          checked={body.include_content_analysis ?? false}
          onChange={({ currentTarget: { checked } }) =>
            setBody((previous) => ({ ...previous, include_content_analysis: checked }))
          }
        />
        {analyze.error && <ErrorAlert error={analyze.error} />}
        <Group>
          <Button type="submit" loading={analyze.isPending}>
            {t.start}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
