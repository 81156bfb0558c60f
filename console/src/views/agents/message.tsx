import { Group, Paper, Text } from '@mantine/core';
import type { DryRunMessage } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** Something that was said. */
export function Message({ by, content, at }: { by: DryRunMessage['role']; content: string; at?: string }) {
  const say = useTexts(texts);
  return (
    <Paper
      component="li"
      withBorder
      p="sm"
      maw="min(100%, 640px)"
      ml={by === 'user' ? 'auto' : undefined}
      mr={by === 'user' ? undefined : 'auto'}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm" fw={600}>
          {say[by]}
        </Text>
        {at && (
          <Text size="xs" c="dimmed">
            <Moment at={at} />
          </Text>
        )}
      </Group>
      <Text size="sm" className="wrapped">
        {content}
      </Text>
    </Paper>
  );
}
