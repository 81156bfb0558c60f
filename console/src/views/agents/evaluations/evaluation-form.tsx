import { EntriesForm, type EntriesFormProps } from '../../../components/entries-form.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { type EvaluationFields, MAX_PROMPTS } from './model.ts';
import { PromptForm } from './prompt-form.tsx';
import { PromptList } from './prompts.tsx';
import { translations } from './translations.ts';

/** The form of an evaluation: its name, and its prompts one by one. */
export function EvaluationForm({
  fields: { name, prompts },
  onChange,
  ...form
}: EntriesFormProps & {
  fields: EvaluationFields;
  onChange: (changes: Partial<EvaluationFields>) => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <EntriesForm
      {...form}
      text={{
        name: t.name,
        entries: t.prompts,
        add: t.addPrompt,
        one: t.prompt,
        none: t.noPrompts,
        tooMany: t.tooMany(format.number(MAX_PROMPTS)),
      }}
      name={name}
      entries={prompts}
      most={MAX_PROMPTS}
      onChange={({ entries, ...changes }) => onChange({ ...changes, ...(entries && { prompts: entries }) })}
      renderList={(actions) => <PromptList prompts={prompts} actions={actions} />}
      renderForm={(props) => <PromptForm {...props} />}
    />
  );
}
