import { Code, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ListWebhookAttemptsResponse } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

type Attempt = ListWebhookAttemptsResponse['data'][number];

const COLORS = { succeeded: 'green.9', failed: 'red.8', interrupted: 'gray.7' } as const;
const ICONS = { succeeded: IconCheck, failed: IconX, interrupted: IconQuestionMark } as const;

/** The attempts of a delivery, newest first. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  if (attempts.length === 0) return <Text size="sm">{t.attemptsEmpty}</Text>;
  return (
    <Timeline bulletSize={24} active={attempts.length - 1}>
      {attempts.toReversed().map((attempt) => {
        const Icon = ICONS[attempt.outcome];
        return (
          <Timeline.Item
            key={attempt.number}
            color={COLORS[attempt.outcome]}
            title={t.attempt(format.number(attempt.number))}
            bullet={<Icon size={14} aria-hidden />}
          >
            <Answer attempt={attempt} />
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

function Answer({ attempt }: { attempt: Attempt }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { outcome, response_code: code, error, response_excerpt: excerpt, duration_ms: duration } = attempt;
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Text size="sm">{t[outcome]}</Text>
        <Text size="sm">{code === null ? t.noAnswer : t.answered(String(code))}</Text>
        {duration !== null && <Text size="xs">{format.duration(duration)}</Text>}
        <Text size="xs">
          <DateTime at={attempt.started_at} precision="second" />
        </Text>
      </Group>
      {outcome === 'interrupted' && <Text size="sm">{t.interruptedText}</Text>}
      {code === null && error && <Text size="sm">{error}</Text>}
      <Headers name={t.requestHeaders} headers={attempt.request_headers} />
      <Headers name={t.answerHeaders} headers={attempt.response_headers} />
      {excerpt && (
        <Code block tabIndex={0} role="group" aria-label={t.answerBody} className="pre-wrap" mah={240}>
          {excerpt}
        </Code>
      )}
    </Stack>
  );
}

/** Headers, hidden until they are asked for. */
function Headers({ name, headers }: { name: string; headers: Readonly<Record<string, string>> | null }) {
  const lines = Object.entries(headers ?? {});
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>
        <Text size="sm" span>
          {name}
        </Text>
      </summary>
      <Code block tabIndex={0} role="group" aria-label={name} className="pre-wrap" mah={240}>
        {lines.map(([header, value]) => `${header}: ${value}`).join('\n')}
      </Code>
    </details>
  );
}
