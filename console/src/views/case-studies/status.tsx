import { Badge } from '@mantine/core';
import { useTranslations } from '../../i18n/translations.ts';
import type { STATUSES } from './model.ts';
import { translations } from './translations.ts';

type Status = (typeof STATUSES)[number];

const COLORS: Record<Status, string> = { draft: 'gray', submitted: 'blue', validated: 'green' };

/** Status of a case study. */
export function CaseStudyStatus({ status }: { status: Status }) {
  const t = useTranslations(translations);
  return (
    <Badge variant="dot" color={COLORS[status]} tt="none">
      {t[status]}
    </Badge>
  );
}
