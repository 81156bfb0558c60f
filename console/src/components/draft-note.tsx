import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from '../i18n/translations.ts';
import type { FormDraft } from '../lib/form-draft.ts';
import { translations } from '../shell/translations.ts';

/** What is said of a draft. */
export type RestoredDraft = Pick<FormDraft<unknown>, 'isRestored' | 'clear'>;

/** Says that a form begins with what was typed before, and offers to begin anew; asks before that is lost. */
export function DraftNote({ draft: { isRestored, clear } }: { draft: RestoredDraft }) {
  const t = useTranslations(translations);
  const [isAsking, setIsAsking] = useState(false);
  if (!isRestored) return null;
  const action = (label: string, onClick: () => void) => (
    <Anchor component="button" type="button" size="sm" onClick={onClick}>
      {label}
    </Anchor>
  );
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm">{isAsking ? t.startAnewQuestion : t.restored}</Text>
      {isAsking ? (
        <>
          {action(t.discard, () => {
            setIsAsking(false);
            clear();
          })}
          {action(t.keep, () => setIsAsking(false))}
        </>
      ) : (
        action(t.startAnew, () => setIsAsking(true))
      )}
    </Group>
  );
}
