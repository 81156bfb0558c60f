import { StatusBadge } from '../../components/status-badge.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import type { Status, StepStatus } from './model.ts';
import { translations } from './translations.ts';

const COLORS: Record<Status | StepStatus, string> = {
  pending: 'gray',
  planning: 'blue',
  executing: 'blue',
  running: 'blue',
  completed: 'green',
  failed: 'red',
  cancelled: 'gray',
  archived: 'gray',
};

/** Status of an execution or a step. */
export function ExecutionStatus({ status }: { status: Status | StepStatus }) {
  const t = useTranslations(translations);
  return <StatusBadge color={COLORS[status]}>{t[status]}</StatusBadge>;
}
