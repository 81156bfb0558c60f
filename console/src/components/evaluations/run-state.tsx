import { useTranslations } from '../../i18n/translations.ts';
import { StatusBadge } from '../status-badge.tsx';
import type { RunStatus } from './model.ts';
import { translations } from './translations.ts';

const COLORS: Readonly<Record<RunStatus, string>> = {
  running: 'blue',
  completed: 'green',
  failed: 'red',
  cancelled: 'gray',
};

/** The state of a run as a badge. */
export function RunState({ status }: { status: RunStatus }) {
  const t = useTranslations(translations);
  return <StatusBadge color={COLORS[status]}>{t[status]}</StatusBadge>;
}
