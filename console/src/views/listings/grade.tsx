import { Badge } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { GRADE_COLORS, type Grade as GradeLetter } from './model.ts';

/** Score and grade in a table. */
export function Grade({ score, grade }: { score: number; grade: GradeLetter }) {
  const format = useFormat();
  return (
    <Badge variant="dot" color={GRADE_COLORS[grade]} tt="none" miw="max-content">
      {format.number(score)} · {grade}
    </Badge>
  );
}
