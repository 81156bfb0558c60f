import { Badge, Group, List, Stack, Text } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import { gainOf, type Score } from './words.ts';

/** What would raise the score, in the API's order: faults that block it first, then by the points. */
export function Recommendations({ recommendations }: Pick<Score, 'recommendations'>) {
  const say = useTexts(texts);
  const format = useFormat();
  if (recommendations.length === 0) return <Text size="sm">{say.nothingToMend}</Text>;
  const all = recommendations.reduce((sum, recommendation) => sum + gainOf(recommendation), 0);
  return (
    <Stack gap="sm">
      <Text size="sm">{say.allPoints(format.number(all))}</Text>
      <List className="plain" spacing="md" aria-label={say.recommendations}>
        {recommendations.map((recommendation) => (
          <List.Item key={recommendation.rule} className="whole">
            <Group gap="xs" mb={4}>
              <Badge variant="default" tt="none">
                {say.points(format.number(gainOf(recommendation)))}
              </Badge>
              <Text size="sm" fw={600}>
                {say[`${recommendation.part}Part`]}
              </Text>
            </Group>
            <Text>{recommendation.fix}</Text>
            <Text size="sm" c="dimmed">
              {recommendation.observed}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
