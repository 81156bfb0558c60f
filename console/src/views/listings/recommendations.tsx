import { Badge, Group, List, Stack, Text } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { pointsToGain, type Score } from './model.ts';
import { translations } from './translations.ts';

/** Recommendations in the API's order: blocking faults first, then by points. */
export function Recommendations({ recommendations }: Pick<Score, 'recommendations'>) {
  const t = useTranslations(translations);
  const format = useFormat();
  if (recommendations.length === 0) return <Text size="sm">{t.noRecommendations}</Text>;
  const all = recommendations.reduce((sum, recommendation) => sum + pointsToGain(recommendation), 0);
  return (
    <Stack gap="sm">
      <Text size="sm">{t.allPoints(format.number(all))}</Text>
      <List className="unstyled" spacing="md" aria-label={t.recommendations}>
        {recommendations.map((recommendation) => (
          <List.Item key={recommendation.rule}>
            <Group gap="xs" mb={4}>
              <Badge variant="default" tt="none">
                {t.points(format.number(pointsToGain(recommendation)))}
              </Badge>
              <Text size="sm" fw={600}>
                {t[`${recommendation.part}Part`]}
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
