import { Button, Group, Text } from '@mantine/core';

/** The text of a notification, with a button that takes back what it says. */
export function UndoMessage({ text, label, onUndo }: { text: string; label: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{text}</Text>
      <Button size="compact-sm" variant="default" flex="none" onClick={onUndo}>
        {label}
      </Button>
    </Group>
  );
}
