import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getSeoJobOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { isRunning, type Score } from './model.ts';
import { translations } from './translations.ts';

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
