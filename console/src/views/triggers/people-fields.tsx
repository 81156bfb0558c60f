import { Stack } from '@mantine/core';
import { PersonSelect } from '../../components/person-select.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { mayReview, usePeople } from '../../lib/people.ts';
import type { TriggerPeople } from './model.ts';
import { translations } from './translations.ts';

/** Who works on the texts that a trigger makes, and who reviews them. */
export function PeopleFields({
  people: { assignee_id, reviewer_id },
  error,
  onChange,
}: {
  people: TriggerPeople;
  error: unknown;
  onChange: (changes: Partial<TriggerPeople>) => void;
}) {
  const t = useTranslations(translations);
  const team = usePeople();
  return (
    <Stack gap="sm">
      <PersonSelect
        label={t.assignee_id}
        nobody={t.nobody}
        people={team}
        value={assignee_id}
        error={fieldError(error, 'assignee_id')}
        onChange={(id) => onChange({ assignee_id: id })}
      />
      <PersonSelect
        label={t.reviewer_id}
        description={t.reviewerHint}
        nobody={t.nobody}
        people={team.filter((one) => mayReview(one) || one.id === reviewer_id)}
        value={reviewer_id}
        error={fieldError(error, 'reviewer_id')}
        onChange={(id) => onChange({ reviewer_id: id })}
      />
    </Stack>
  );
}
