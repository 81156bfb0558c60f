import { Badge, Group, Stack, Text } from '@mantine/core';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import type { Score } from './model.ts';
import { translations } from './translations.ts';

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
