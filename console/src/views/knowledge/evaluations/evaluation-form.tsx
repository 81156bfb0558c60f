import type { KnowledgeDocument } from '../../../api/generated/client/types.gen.ts';
import { EntriesForm, type EntriesFormProps } from '../../../components/entries-form.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { type EvaluationFields, MAX_QUESTIONS } from './model.ts';
import { QuestionForm } from './question-form.tsx';
import { QuestionList } from './questions.tsx';
import { translations } from './translations.ts';
import { useTitleOf } from './use-documents.ts';

/** The form of an evaluation: its name, and its questions one by one. */
export function EvaluationForm({
  fields: { name, questions },
  documents,
  expected = [],
  onChange,
  ...form
}: EntriesFormProps & {
  fields: EvaluationFields;
  documents: readonly KnowledgeDocument[];
  /** The documents that questions expect as they are saved: some may be older than those that can be chosen. */
  expected?: readonly { id: number; title: string }[];
  onChange: (changes: Partial<EvaluationFields>) => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const titleOf = useTitleOf([...expected, ...documents.map(({ id, attributes: { title } }) => ({ id, title }))]);
  return (
    <EntriesForm
      {...form}
      text={{
        name: t.name,
        entries: t.questions,
        add: t.addQuestion,
        one: t.question,
        none: t.noQuestions,
        tooMany: t.tooMany(format.number(MAX_QUESTIONS)),
      }}
      name={name}
      entries={questions}
      most={MAX_QUESTIONS}
      onChange={({ entries, ...changes }) => onChange({ ...changes, ...(entries && { questions: entries }) })}
      renderList={(actions) => <QuestionList questions={questions} renderDocument={titleOf} {...actions} />}
      renderForm={({ initial, others, onSubmit }) => (
        <QuestionForm
          initial={initial}
          others={others.map(({ question }) => question)}
          documents={documents}
          titleOf={titleOf}
          onSubmit={onSubmit}
        />
      )}
    />
  );
}
