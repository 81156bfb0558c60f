import { SemiCircleProgress, Text } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { GRADE_COLORS, type Score } from './model.ts';
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
