import { Badge } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import type { STATUSES } from './words.ts';

type Status = (typeof STATUSES)[number];

const COLORS: Record<Status, string> = { draft: 'gray', submitted: 'blue', validated: 'green' };

/** The state of a case study: a word, and a colour beside it. */
export function CaseStudyStatus({ status }: { status: Status }) {
  const say = useTexts(texts);
  return (
    <Badge variant="dot" color={COLORS[status]} tt="none">
      {say[status]}
    </Badge>
  );
}
