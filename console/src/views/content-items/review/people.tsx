import { Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { editContentItemMutation } from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem, EditContentItemData } from '../../../api/generated/client/types.gen.ts';
import { PersonSelect } from '../../../components/person-select.tsx';
import { showError } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { instantOf, wallTimeIn } from '../../../i18n/zone.ts';
import { mayReview, usePeople } from '../../../lib/people.ts';
import { usePermission } from '../../../shell/me.ts';
import { useStoreItem } from '../use-store-item.ts';
import { translations } from './translations.ts';

const LAST_MINUTE = 'T23:59';

/** Assignee, reviewer and due date of an item. Each is saved as it is chosen, and only that. */
export function People({ item: { id, attributes } }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const people = usePeople();
  const canManage = usePermission('manage_content');
  const store = useStoreItem(id);
  const save = useMutation({ ...editContentItemMutation(), onSuccess: store, onError: showError });
  const change = (body: EditContentItemData['body']) => save.mutate({ path: { id }, body });
  const shown = save.isPending ? { ...attributes, ...save.variables.body } : attributes;
  const isOff = !canManage || save.isPending;
  return (
    <Stack gap="xs">
      <PersonSelect
        label={t.assignee}
        nobody={t.nobody}
        people={people}
        value={shown.assignee_id}
        isOff={isOff}
        onChange={(assignee_id) => change({ assignee_id })}
      />
      <PersonSelect
        label={t.reviewer}
        nobody={t.nobody}
        people={people.filter((one) => mayReview(one) || one.id === shown.reviewer_id)}
        value={shown.reviewer_id}
        isOff={isOff}
        onChange={(reviewer_id) => change({ reviewer_id })}
      />
      <DueDate
        key={attributes.due_at}
        dueAt={attributes.due_at}
        isOff={isOff}
        onChange={(due_at) => change({ due_at })}
      />
    </Stack>
  );
}

/** The day until which it is due. It is saved when the field is left: a date that is being typed is a date with each digit. */
function DueDate({
  dueAt,
  isOff,
  onChange,
}: {
  dueAt: string | null;
  isOff: boolean;
  onChange: (dueAt: string | null) => void;
}) {
  const t = useTranslations(translations);
  const saved = dueAt === null ? '' : wallTimeIn(dueAt).slice(0, 10);
  const [day, setDay] = useState(saved);
  return (
    <TextInput
      type="date"
      label={t.due}
      value={day}
      disabled={isOff}
      onChange={(event) => setDay(event.currentTarget.value)}
      onBlur={() => {
        if (day !== saved) onChange(day === '' ? null : instantOf(`${day}${LAST_MINUTE}`));
      }}
    />
  );
}
