import { Alert, Button, Checkbox, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { analyzeListingMutation, getSeoJobOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AnalyzeListingBody } from '../../api/generated/client/types.gen.ts';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { usePrice } from '../../lib/price.ts';
import { isRunning, type Score } from './model.ts';
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

/** Polling interval of an analysis. */
const POLL_MS = 1_000;

/** Progress of an analysis. Calls `onScore` once when it completes; shows why it failed. */
export function AnalysisProgress({
  id,
  onScore,
  onDismiss,
}: {
  id: number;
  onScore: (score: Score) => void;
  onDismiss: () => void;
}) {
  const t = useTranslations(translations);
  const query = useQuery({
    ...getSeoJobOptions({ path: { id } }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.status) ? POLL_MS : false),
  });
  const { status, data: score, error } = query.data ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the analysis completes
  useEffect(() => {
    if (status === 'completed' && score) onScore(score);
  }, [id, status]);
  if (query.error) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (status === 'failed') {
    return (
      <Alert color="red" variant="outline" title={t.failed} role="alert">
        <Stack gap="xs">
          <Text size="sm">{error}</Text>
          <Text size="sm">{t.failedText}</Text>
          <Group>
            <Button size="xs" variant="default" onClick={onDismiss}>
              {t.dismiss}
            </Button>
          </Group>
        </Stack>
      </Alert>
    );
  }
  return (
    <Alert variant="outline" title={t.running} icon={<Loader size="sm" aria-hidden />} role="status">
      {t.runningText}
    </Alert>
  );
}
