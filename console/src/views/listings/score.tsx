import { Badge, Group, List, Progress, SemiCircleProgress, Stack, Text } from '@mantine/core';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { GRADE_COLORS, PARTS, pointsToGain, type Score } from './model.ts';
import { translations } from './translations.ts';

/** The score as a half circle with its grade. */
export function Gauge({ overall_score: score, grade }: Pick<Score, 'overall_score' | 'grade'>) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element cannot be a half circle
    <div
      role="meter"
      aria-label={t.gauge}
      aria-valuenow={score}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={t.scoreOf(format.number(score), grade)}
    >
      <SemiCircleProgress
        value={score}
        size={260}
        thickness={18}
        filledSegmentColor={`${GRADE_COLORS[grade]}.6`}
        label={
          <>
            <Text fz={40} fw={700} lh={1}>
              {format.number(score)}
            </Text>
            <Text size="sm">{t.grade(grade)}</Text>
          </>
        }
      />
    </div>
  );
}

/** The score of each part of the listing. */
export function ScoreBreakdown({ breakdown }: Pick<Score, 'breakdown'>) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <Stack gap="sm">
      {PARTS.map((part) => (
        <div key={part}>
          <Group justify="space-between" mb={4}>
            <Text size="sm">{t[`${part}Part`]}</Text>
            <Text size="sm">{format.percent(breakdown[part] / 100)}</Text>
          </Group>
          <Progress value={breakdown[part]} aria-label={t[`${part}Part`]} />
        </div>
      ))}
    </Stack>
  );
}

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

/** Readability, key phrases and the AI's comment on the texts of a listing. */
export function ContentAnalysis({ analysis }: { analysis: NonNullable<Score['content_analysis']> }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { readability, keyphrases, words, note, ai_comment: comment, ai_comment_reason: reason } = analysis;
  return (
    <Stack gap="sm">
      <DescriptionList>
        {readability && (
          <DescriptionItem name={t.reading_ease}>
            {format.number(readability.flesch_reading_ease)} ({readability.reading_level})
          </DescriptionItem>
        )}
        {readability && (
          <DescriptionItem name={t.wordsPerSentence}>{format.number(readability.words_per_sentence)}</DescriptionItem>
        )}
        <DescriptionItem name={t.words}>{format.number(words)}</DescriptionItem>
      </DescriptionList>
      {keyphrases && keyphrases.length > 0 && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {t.keyphrases}
          </Text>
          <Group gap="xs">
            {keyphrases.map(({ phrase, occurrences }) => (
              <Badge key={phrase} variant="default" tt="none">
                {phrase} · {format.number(occurrences)}
              </Badge>
            ))}
          </Group>
        </div>
      )}
      <div>
        <Text size="sm" c="dimmed">
          {t.aiComment}
        </Text>
        <Text className="pre-wrap">{comment ?? reason}</Text>
      </div>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Stack>
  );
}
