import { Text } from '@mantine/core';
import { type EntryActions, EntryList } from '../../../components/entry-list.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import type { Prompt } from './model.ts';
import { translations } from './translations.ts';

/** Prompts with what an answer to each must say or must not; with buttons where they can be changed. */
export function PromptList({ prompts, actions }: { prompts: readonly Prompt[]; actions?: EntryActions }) {
  const t = useTranslations(translations);
  return (
    <EntryList
      label={t.prompts}
      entries={prompts.map((prompt) => ({ title: prompt.message, details: <Phrases prompt={prompt} /> }))}
      actions={actions}
    />
  );
}

/** What an answer must say, and what it must not. */
export function Phrases({ prompt: { must_say, must_not_say } }: { prompt: Prompt }) {
  const t = useTranslations(translations);
  const quoted = (phrases: readonly string[]) => phrases.map(t.phrase).join(', ');
  return (
    <Text size="sm" c="dimmed" dir="auto">
      {must_say.length > 0 && <>{t.says(quoted(must_say))} </>}
      {must_not_say.length > 0 && t.saysNot(quoted(must_not_say))}
    </Text>
  );
}
