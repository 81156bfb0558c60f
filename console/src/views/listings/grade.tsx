import { StatusBadge } from '../../components/status-badge.tsx';
import { useFormat } from '../../i18n/format.ts';
import { GRADE_COLORS, type Grade as GradeLetter } from './model.ts';

/** Score and grade in a table. */
export function Grade({ score, grade }: { score: number; grade: GradeLetter }) {
  const format = useFormat();
  return (
    <StatusBadge color={GRADE_COLORS[grade]}>
      {format.number(score)} · {grade}
    </StatusBadge>
  );
}
