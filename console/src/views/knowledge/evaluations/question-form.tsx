import { NativeSelect, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { KnowledgeDocument } from '../../../api/generated/client/types.gen.ts';
import { EntryForm } from '../../../components/entry-form.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { MAX_CONTAINS, MAX_QUESTION, type Question } from './model.ts';
import { translations } from './translations.ts';

/** What is typed of a question. */
interface Typed {
  question: string;
  isExpected: boolean;
  /** Id of a document; empty: none is chosen. */
  document: string;
  contains: string;
}

/** The form of one question. It is checked here, since the API takes all questions at once. */
export function QuestionForm({
  initial,
  others,
  documents,
  titleOf,
  onSubmit,
}: {
  /** Undefined: a new one. */
  initial: Question | undefined;
  /** The other questions, which may not be the same. */
  others: readonly string[];
  documents: readonly KnowledgeDocument[];
  titleOf: (document: number) => string;
  onSubmit: (question: Question) => void;
}) {
  const t = useTranslations(translations);
  const [typed, setTyped] = useState<Typed>(() => typedOf(initial));
  const question = typed.question.trim();
  const problems = {
    question: question === '' ? t.required : others.includes(question) ? t.twice : undefined,
    document: typed.isExpected && typed.document === '' ? t.required : undefined,
    contains: typed.isExpected && typed.contains.trim() === '' ? t.required : undefined,
  };
  const submit = () => {
    const { isExpected, document, contains } = typed;
    onSubmit({ question, expected: isExpected ? { document_id: Number(document), contains: contains.trim() } : null });
  };
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const ids = new Set(documents.map(({ id }) => String(id)));
  const options = documents.map(({ id, attributes }) => ({ value: String(id), label: attributes.title }));
  const missing = typed.document !== '' && !ids.has(typed.document);
  return (
    <EntryForm problems={problems} onSubmit={submit}>
      {(shown) => (
        <>
          <Textarea
            label={t.question}
            withAsterisk
            aria-required
            autosize
            maxLength={MAX_QUESTION}
            value={typed.question}
            error={shown.question}
            data-autofocus
            onChange={({ currentTarget: { value } }) => set({ question: value })}
          />
          <SegmentedControl
            fullWidth
            aria-label={t.expectation}
            value={typed.isExpected ? 'passage' : 'nothing'}
            data={[
              { value: 'passage', label: t.expectPassage },
              { value: 'nothing', label: t.expectNothing },
            ]}
            onChange={(value) => set({ isExpected: value === 'passage' })}
          />
          {typed.isExpected ? (
            <>
              <NativeSelect
                label={t.document}
                withAsterisk
                aria-required
                value={typed.document}
                error={shown.document}
                data={[
                  { value: '', label: t.choose },
                  ...options,
                  ...(missing ? [{ value: typed.document, label: titleOf(Number(typed.document)) }] : []),
                ]}
                onChange={({ currentTarget: { value } }) => set({ document: value })}
              />
              <Textarea
                label={t.contains}
                description={t.containsHint}
                withAsterisk
                aria-required
                autosize
                maxLength={MAX_CONTAINS}
                value={typed.contains}
                error={shown.contains}
                onChange={({ currentTarget: { value } }) => set({ contains: value })}
              />
            </>
          ) : (
            <Text size="sm">{t.expectNothingText}</Text>
          )}
        </>
      )}
    </EntryForm>
  );
}

function typedOf(initial: Question | undefined): Typed {
  return {
    question: initial?.question ?? '',
    isExpected: initial?.expected !== null,
    document: initial?.expected ? String(initial.expected.document_id) : '',
    contains: initial?.expected?.contains ?? '',
  };
}
