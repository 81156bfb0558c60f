import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A text that nobody can read again, with what to do with it, and a button for when that is done. */
export function ShownOnce({
  lead,
  value,
  words,
  onDone,
}: {
  lead: string;
  value: string;
  words: { copy: string; copied: string; done: string };
  onDone: () => void;
}) {
  return (
    <Stack gap="sm" align="start">
      <Text size="sm">{lead}</Text>
      <Code block className="pre-wrap">
        {value}
      </Code>
      <Group gap="xs">
        <CopyButton value={value} words={words} />
        <Button variant="default" onClick={onDone}>
          {words.done}
        </Button>
      </Group>
    </Stack>
  );
}
