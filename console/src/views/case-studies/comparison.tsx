import { Button, Card, Group, SimpleGrid, Text } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** A text beside the one that could take its place. */
export function Comparison({
  label,
  current,
  proposed,
  onAccept,
  onDiscard,
}: {
  label: string;
  current: string;
  proposed: string;
  onAccept: () => void;
  onDiscard: () => void;
}) {
  const say = useTexts(texts);
  return (
    <Card withBorder component="section" aria-label={`${say.suggested}: ${label}`} padding="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <div>
          <Text size="sm" fw={600}>
            {say.asItIs}
          </Text>
          <Text size="sm" className="wrapped">
            {current || say.nothingYet}
          </Text>
        </div>
        <div>
          <Text size="sm" fw={600}>
            {say.suggested}
          </Text>
          <Text size="sm" className="wrapped">
            {proposed}
          </Text>
        </div>
      </SimpleGrid>
      <Group mt="sm">
        <Button size="xs" onClick={onAccept}>
          {say.accept}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {say.discard}
        </Button>
      </Group>
    </Card>
  );
}
