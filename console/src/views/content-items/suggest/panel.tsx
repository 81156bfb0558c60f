import { Stack, Text } from '@mantine/core';
import type { ContentItem } from '../../../api/generated/client/types.gen.ts';
import { Section } from '../../../components/page.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import type { TextField } from '../text-field.ts';
import type { useDraft } from '../use-draft.ts';
import { PassageSuggestions } from './passage-suggestions.tsx';
import { TitleSuggestions } from './title-suggestions.tsx';
import { translations } from './translations.ts';

/** Has the AI suggest other wordings and titles, which the person takes over into the draft or rejects. */
export default function SuggestPanel({
  item,
  draft,
  field,
}: {
  item: ContentItem;
  draft: ReturnType<typeof useDraft>;
  field: TextField;
}) {
  const t = useTranslations(translations);
  return (
    <Section title={t.title}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed" maw={720}>
          {t.lead}
        </Text>
        <PassageSuggestions item={item} draft={draft} field={field} />
        <TitleSuggestions item={item} onUse={(title) => draft.update({ title })} />
      </Stack>
    </Section>
  );
}
