import { Group, Progress, Stack, Text } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import { PARTS, type Score } from './words.ts';

/** How much of its points each part of the listing has. */
export function Parts({ breakdown }: Pick<Score, 'breakdown'>) {
  const say = useTexts(texts);
  const format = useFormat();
  return (
    <Stack gap="sm">
      {PARTS.map((part) => (
        <div key={part}>
          <Group justify="space-between" mb={4}>
            <Text size="sm">{say[`${part}Part`]}</Text>
            <Text size="sm">{format.percent(breakdown[part] / 100)}</Text>
          </Group>
          <Progress value={breakdown[part]} aria-label={say[`${part}Part`]} />
        </div>
      ))}
    </Stack>
  );
}
