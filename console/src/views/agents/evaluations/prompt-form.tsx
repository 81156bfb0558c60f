import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { EntryForm } from '../../../components/entry-form.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { MAX_MESSAGE, MAX_PHRASE, MAX_PHRASES, type Prompt } from './model.ts';
import { translations } from './translations.ts';

/** The form of one prompt; phrases stand one a line. */
export function PromptForm({
  initial,
  others,
  onSubmit,
}: {
  /** Undefined: a new one. */
  initial: Prompt | undefined;
  /** The other prompts, which may not be the same. */
  others: readonly Prompt[];
  onSubmit: (prompt: Prompt) => void;
}) {
  const t = useTranslations(translations);
  const [message, setMessage] = useState(initial?.message ?? '');
  const [mustSay, setMustSay] = useState(initial?.must_say.join('\n') ?? '');
  const [mustNotSay, setMustNotSay] = useState(initial?.must_not_say.join('\n') ?? '');
  const prompt: Prompt = { message: message.trim(), must_say: linesOf(mustSay), must_not_say: linesOf(mustNotSay) };
  const isTwice = others.some((other) => other.message === prompt.message);
  const hasPhrase = prompt.must_say.length + prompt.must_not_say.length > 0;
  const problems = {
    message: prompt.message === '' ? t.required : isTwice ? t.twice : undefined,
    mustSay: areTooMany(prompt.must_say) ? t.tooManyPhrases : hasPhrase ? undefined : t.phraseNeeded,
    mustNotSay: areTooMany(prompt.must_not_say) ? t.tooManyPhrases : undefined,
  };
  return (
    <EntryForm problems={problems} onSubmit={() => onSubmit(prompt)}>
      {(shown) => (
        <>
          <Textarea
            label={t.prompt}
            description={t.promptHint}
            withAsterisk
            aria-required
            autosize
            maxLength={MAX_MESSAGE}
            value={message}
            error={shown.message}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setMessage(value)}
          />
          <Textarea
            label={t.mustSay}
            description={t.phrasesHint}
            autosize
            minRows={2}
            value={mustSay}
            error={shown.mustSay}
            onChange={({ currentTarget: { value } }) => setMustSay(value)}
          />
          <Textarea
            label={t.mustNotSay}
            description={t.phrasesHint}
            autosize
            minRows={2}
            value={mustNotSay}
            error={shown.mustNotSay}
            onChange={({ currentTarget: { value } }) => setMustNotSay(value)}
          />
        </>
      )}
    </EntryForm>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function areTooMany(phrases: readonly string[]): boolean {
  return phrases.length > MAX_PHRASES || phrases.some((phrase) => phrase.length > MAX_PHRASE);
}
