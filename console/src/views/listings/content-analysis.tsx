import { Badge, Group, Stack, Text } from '@mantine/core';
import { Fact, Facts } from '../../components/facts.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import type { Score } from './words.ts';

/** How the texts read, what they are about, and what the AI says to them. */
export function ContentAnalysis({ analysis }: { analysis: NonNullable<Score['content_analysis']> }) {
  const say = useTexts(texts);
  const format = useFormat();
  const { readability, keyphrases, words, note, ai_comment: comment, ai_comment_reason: reason } = analysis;
  return (
    <Stack gap="sm">
      <Facts>
        {readability && (
          <Fact name={say.reading_ease}>
            {format.number(readability.flesch_reading_ease)} ({readability.reading_level})
          </Fact>
        )}
        {readability && <Fact name={say.wordsPerSentence}>{format.number(readability.words_per_sentence)}</Fact>}
        <Fact name={say.words}>{format.number(words)}</Fact>
      </Facts>
      {keyphrases && keyphrases.length > 0 && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {say.keyphrases}
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
          {say.aiComment}
        </Text>
        <Text className="wrapped">{comment ?? reason}</Text>
      </div>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Stack>
  );
}
