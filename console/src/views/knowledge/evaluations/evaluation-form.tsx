import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { KnowledgeDocument } from '../../../api/generated/client/types.gen.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { DraftNote, type RestoredDraft } from '../../../components/draft-note.tsx';
import { Section } from '../../../components/page.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { fieldError } from '../../../lib/form-props.ts';
import { type EvaluationFields, MAX_QUESTIONS, type Question } from './model.ts';
import { QuestionForm } from './question-form.tsx';
import { QuestionList } from './questions.tsx';
import { translations } from './translations.ts';
import { useTitleOf } from './use-documents.ts';

/** The form of an evaluation: its name, and its questions one by one. */
export function EvaluationForm({
  fields,
  documents,
  draft,
  submit,
  error,
  problems,
  isPending,
  onChange,
  onSubmit,
}: {
  fields: EvaluationFields;
  documents: readonly KnowledgeDocument[];
  draft: RestoredDraft;
  submit: string;
  error: unknown;
  /** What stands above the button. */
  problems: ReactNode;
  isPending: boolean;
  onChange: (changes: Partial<EvaluationFields>) => void;
  onSubmit: () => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const titleOf = useTitleOf(documents);
  /** Index of the question in the dialog, or one after the last; undefined: it is closed. */
  const [edited, setEdited] = useState<number>();
  const { name, questions } = fields;
  const take = (question: Question) => {
    const index = edited ?? questions.length;
    onChange({ questions: [...questions.slice(0, index), question, ...questions.slice(index + 1)] });
    setEdited(undefined);
  };
  const isFull = questions.length >= MAX_QUESTIONS;
  const title = edited === undefined || edited === questions.length ? t.addQuestion : t.question;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        <DraftNote draft={draft} />
        <TextInput
          label={t.name}
          withAsterisk
          aria-required
          value={name}
          error={fieldError(error, 'name')}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        />
        <Section
          title={t.questions}
          actions={
            <Button size="xs" variant="default" disabled={isFull} onClick={() => setEdited(questions.length)}>
              {t.addQuestion}
            </Button>
          }
        >
          {questions.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t.noQuestions}
            </Text>
          ) : (
            <QuestionList
              questions={questions}
              titleOf={titleOf}
              onEdit={setEdited}
              onRemove={(index) => onChange({ questions: questions.toSpliced(index, 1) })}
            />
          )}
          {isFull && <Text size="sm">{t.tooMany(format.number(MAX_QUESTIONS))}</Text>}
        </Section>
        {problems}
        <Group>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
      <Dialog title={title} opened={edited !== undefined} onClose={() => setEdited(undefined)}>
        <QuestionForm
          initial={edited === undefined ? undefined : questions[edited]}
          others={questions.flatMap(({ question }, index) => (index === edited ? [] : [question]))}
          documents={documents}
          titleOf={titleOf}
          onSubmit={take}
        />
      </Dialog>
    </form>
  );
}
