import { Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { Section } from '../page.tsx';
import type { RunStatus } from './model.ts';
import { RunState } from './run-state.tsx';
import { translations } from './translations.ts';

/** How far a run is, why it ended, and its figures. */
export function RunSummary({
  status,
  answered,
  total,
  progressText,
  reason,
  children,
}: {
  status: RunStatus;
  answered: number;
  total: number;
  progressText: (answered: string, total: string) => string;
  /** Why it failed. */
  reason: string | null;
  children: ReactNode;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const progress = progressText(format.number(answered), format.number(total));
  return (
    <Section title={t.result}>
      <Stack gap="sm">
        <Group gap="sm" aria-live="polite">
          <RunState status={status} />
          {status !== 'completed' && <Text size="sm">{progress}</Text>}
        </Group>
        {status === 'running' && <Progress value={(answered / Math.max(total, 1)) * 100} aria-label={progress} />}
        {reason && <Text size="sm">{reason}</Text>}
        {children}
      </Stack>
    </Section>
  );
}
