import { StatusBadge } from '../../components/status-badge.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import type { STATUSES } from './model.ts';
import { translations } from './translations.ts';

type Status = (typeof STATUSES)[number];

const COLORS: Record<Status, string> = { draft: 'gray', submitted: 'blue', validated: 'green' };

/** Status of a case study. */
export function CaseStudyStatus({ status }: { status: Status }) {
  const t = useTranslations(translations);
  return <StatusBadge color={COLORS[status]}>{t[status]}</StatusBadge>;
}
