import { Group, Text, Timeline } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { ExecutionStatus } from './status.tsx';
import { translations } from './translations.ts';

type Attributes = ExecutionDetail['attributes'];
type Result = Attributes['step_results'][number];

/** The steps as a timeline with times, duration and result. */
export function Steps({ plan, results }: { plan: Attributes['execution_plan']; results: readonly Result[] }) {
  const titles = new Map(plan?.steps.map(({ key, title }) => [key, title]));
  const finished = results.filter(({ status }) => status === 'completed').length;
  return (
    <Timeline active={finished - 1} bulletSize={20} lineWidth={2}>
      {results.map((result) => (
        <Timeline.Item
          key={result.key}
          title={<Text fw={500}>{titles.get(result.key) ?? result.key}</Text>}
          bullet={<Bullet result={result} />}
        >
          <Step result={result} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function Bullet({ result: { status } }: { result: Result }) {
  const Icon = status === 'completed' ? IconCheck : status === 'failed' || status === 'cancelled' ? IconX : IconClock;
  return <Icon size={12} aria-hidden />;
}

function Step({ result }: { result: Result }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { started_at: startedAt, completed_at: completedAt } = result;
  return (
    <>
      <Group gap="sm">
        <ExecutionStatus status={result.status} />
        {startedAt && (
          <Text size="xs" c="dimmed">
            <DateTime at={startedAt} precision="second" />
          </Text>
        )}
        {startedAt && completedAt && (
          <Text size="xs" c="dimmed">
            {format.duration(Date.parse(completedAt) - Date.parse(startedAt))}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t.creditsUsed(format.number(result.credits_used))}
        </Text>
        {result.attempts > 1 && <Text size="xs">{t.attempts(result.attempts)}</Text>}
        {result.reused_from !== null && <Text size="xs">{t.reusedFrom(result.reused_from)}</Text>}
      </Group>
      {result.summary && <Text size="sm">{result.summary}</Text>}
    </>
  );
}
