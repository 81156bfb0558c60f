import { StatusBadge } from '../../components/status-badge.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import type { ChallengeStatus, Health, SessionStatus } from './model.ts';
import { translations } from './translations.ts';

type StatusName = Health | ChallengeStatus | SessionStatus;

const COLORS: Record<StatusName, string> = {
  healthy: 'green',
  degraded: 'orange',
  failing: 'red',
  idle: 'gray.6',
  running: 'blue',
  completed: 'green',
  failed: 'red',
  active: 'blue',
  ended: 'gray.6',
  expired: 'gray.6',
};

/** Status of an agent, a challenge or a session. */
export function Status({ status }: { status: StatusName }) {
  const t = useTranslations(translations);
  return <StatusBadge color={COLORS[status]}>{t[status]}</StatusBadge>;
}
