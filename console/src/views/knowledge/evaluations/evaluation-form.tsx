import type { KnowledgeDocument } from '../../../api/generated/client/types.gen.ts';
import type { DraftFormProps } from '../../../components/draft-form.tsx';
import { EntriesForm } from '../../../components/entries-form.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { type EvaluationFields, MAX_QUESTIONS } from './model.ts';
import { QuestionForm } from './question-form.tsx';
import { QuestionList } from './questions.tsx';
import { translations } from './translations.ts';
import { useTitleOf } from './use-documents.ts';

/** The form of an evaluation: its name, and its questions one by one. */
export function EvaluationForm({
  documents,
  expected = [],
  ...props
}: DraftFormProps<EvaluationFields> & {
  documents: readonly KnowledgeDocument[];
  /** The documents that questions expect as they are saved: some may be older than those that can be chosen. */
  expected?: readonly { id: number; title: string }[];
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { values, change } = props.form;
  const titleOf = useTitleOf([...expected, ...documents.map(({ id, attributes: { title } }) => ({ id, title }))]);
  return (
    <EntriesForm
      {...props}
      text={{
        name: t.name,
        entries: t.questions,
        add: t.addQuestion,
        one: t.question,
        none: t.noQuestions,
        tooMany: t.tooMany(format.number(MAX_QUESTIONS)),
      }}
      entries={values.questions}
      most={MAX_QUESTIONS}
      onChange={(questions) => change({ questions })}
      renderList={(actions) => <QuestionList questions={values.questions} renderDocument={titleOf} actions={actions} />}
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
