import { Code, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ListWebhookAttemptsResponse } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

type Attempt = ListWebhookAttemptsResponse['data'][number];

const COLORS = { succeeded: 'green.9', failed: 'red.8', interrupted: 'gray.7' } as const;
const ICONS = { succeeded: IconCheck, failed: IconX, interrupted: IconQuestionMark } as const;

/** Each try to deliver, newest first: when, how long, and what the endpoint answered. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const say = useTexts(texts);
  const format = useFormat();
  if (attempts.length === 0) return <Text size="sm">{say.attemptsEmpty}</Text>;
  return (
    <Timeline bulletSize={24} active={attempts.length - 1}>
      {attempts.toReversed().map((attempt) => {
        const Icon = ICONS[attempt.outcome];
        return (
          <Timeline.Item
            key={attempt.number}
            color={COLORS[attempt.outcome]}
            title={say.attempt(format.number(attempt.number))}
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
  const say = useTexts(texts);
  const format = useFormat();
  const { outcome, response_code: code, error, response_excerpt: excerpt, duration_ms: duration } = attempt;
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Text size="sm">{say[outcome]}</Text>
        <Text size="sm">{code === null ? say.noAnswer : say.answered(String(code))}</Text>
        {duration !== null && <Text size="xs">{format.duration(duration)}</Text>}
        <Text size="xs">
          <Moment at={attempt.started_at} to="second" />
        </Text>
      </Group>
      {outcome === 'interrupted' && <Text size="sm">{say.interruptedText}</Text>}
      {code === null && error && <Text size="sm">{error}</Text>}
      {excerpt && (
        <Code block tabIndex={0} role="group" aria-label={say.answerBody} className="wrapped" mah={240}>
          {excerpt}
        </Code>
      )}
    </Stack>
  );
}
