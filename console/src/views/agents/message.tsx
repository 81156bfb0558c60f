import { Group, Paper, Text } from '@mantine/core';
import type { DryRunMessage } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** A message of the conversation. */
export function Message({ author, content, at }: { author: DryRunMessage['role']; content: string; at?: string }) {
  const t = useTranslations(translations);
  return (
    <Paper
      component="li"
      withBorder
      p="sm"
      maw="min(100%, 640px)"
      ml={author === 'user' ? 'auto' : undefined}
      mr={author === 'user' ? undefined : 'auto'}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm" fw={600}>
          {t[author]}
        </Text>
        {at && (
          <Text size="xs" c="dimmed">
            <DateTime at={at} />
          </Text>
        )}
      </Group>
      <Text size="sm" className="pre-wrap">
        {content}
      </Text>
    </Paper>
  );
}
