import type { DraftFormProps } from '../../../components/draft-form.tsx';
import { EntriesForm } from '../../../components/entries-form.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { type EvaluationFields, MAX_PROMPTS } from './model.ts';
import { PromptForm } from './prompt-form.tsx';
import { PromptList } from './prompts.tsx';
import { translations } from './translations.ts';

/** The form of an evaluation: its name, and its prompts one by one. */
export function EvaluationForm(props: DraftFormProps<EvaluationFields>) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { values, change } = props.form;
  return (
    <EntriesForm
      {...props}
      text={{
        name: t.name,
        entries: t.prompts,
        add: t.addPrompt,
        one: t.prompt,
        none: t.noPrompts,
        tooMany: t.tooMany(format.number(MAX_PROMPTS)),
      }}
      entries={values.prompts}
      most={MAX_PROMPTS}
      onChange={(prompts) => change({ prompts })}
      renderList={(actions) => <PromptList prompts={values.prompts} actions={actions} />}
      renderForm={(form) => <PromptForm {...form} />}
    />
  );
}
