import { Anchor, Group, Text } from '@mantine/core';
import { useTranslations } from '../../i18n/translations.ts';
import type { FormDraft } from '../../lib/form-draft.ts';
import { translations } from './translations.ts';

/** Says that a form begins with what was typed before, and offers to begin anew. */
export function DraftNote<Values>({ draft: { isRestored, clear } }: { draft: FormDraft<Values> }) {
  const t = useTranslations(translations);
  if (!isRestored) return null;
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm">{t.restored}</Text>
      <Anchor component="button" type="button" size="sm" onClick={clear}>
        {t.startAnew}
      </Anchor>
    </Group>
  );
}
