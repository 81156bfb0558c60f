import { Button, Card, Group, SimpleGrid, Text } from '@mantine/core';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** The current text next to a proposed one. */
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
  const t = useTranslations(translations);
  return (
    <Card withBorder component="section" aria-label={`${t.suggested}: ${label}`} padding="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <div>
          <Text size="sm" fw={600}>
            {t.currentText}
          </Text>
          <Text size="sm" className="pre-wrap">
            {current || t.noText}
          </Text>
        </div>
        <div>
          <Text size="sm" fw={600}>
            {t.suggested}
          </Text>
          <Text size="sm" className="pre-wrap">
            {proposed}
          </Text>
        </div>
      </SimpleGrid>
      <Group mt="sm">
        <Button size="xs" onClick={onAccept}>
          {t.accept}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t.discard}
        </Button>
      </Group>
    </Card>
  );
}
