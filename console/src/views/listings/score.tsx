import { Badge, Group, Progress, SemiCircleProgress, Stack, Text, Title } from '@mantine/core';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { type Advice, adviceByPart } from './advice.ts';
import { DraftButton } from './draft-button.tsx';
import { GRADE_COLORS, PARTS, type Score } from './model.ts';
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

/** Recommendations by the part of the listing that they change; what there is most to gain from is first. */
export function Recommendations({
  analysis,
  recommendations,
}: Pick<Score, 'recommendations'> & { /** Its id. */ analysis: number }) {
  const t = useTranslations(translations);
  const format = useFormat();
  if (recommendations.length === 0) return <Text size="sm">{t.noRecommendations}</Text>;
  const parts = adviceByPart(recommendations);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.allPoints(format.number(parts.reduce((sum, { points }) => sum + points, 0)))}
      </Text>
      <ul className="unstyled advice" aria-label={t.recommendations}>
        {parts.map(({ part, points, proposals }) => (
          <li key={part}>
            <Group gap="xs" align="baseline">
              <Text span size="sm" className="points">
                {t.points(format.number(points))}
              </Text>
              <Title order={3}>{t[`${part}Part`]}</Title>
            </Group>
            <ul className="unstyled">
              {proposals.map((proposal) => (
                <Proposal key={proposal.fix} analysis={analysis} proposal={proposal} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** One proposal; what it answers is shown when it is opened. */
function Proposal({ analysis, proposal: { fix, points, observed, rule } }: { analysis: number; proposal: Advice }) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <li>
      <Text span size="sm" className="points">
        +{format.number(points)}
      </Text>
      <div>
        <p>{fix}</p>
        <details>
          <summary>{t.why}</summary>
          {observed.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </details>
        {rule !== undefined && <DraftButton analysis={analysis} rule={rule} fix={fix} />}
      </div>
    </li>
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
