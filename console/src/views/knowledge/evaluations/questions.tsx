import type { ReactNode } from 'react';
import { type EntryActions, EntryList } from '../../../components/entry-list.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { ExpectedText } from './expected.tsx';
import type { Question } from './model.ts';
import { translations } from './translations.ts';

/** Questions with what should be found for each; with buttons where they can be changed. */
export function QuestionList({
  questions,
  renderDocument,
  actions,
}: {
  questions: readonly Question[];
  /** Shows a document. */
  renderDocument: (id: number) => ReactNode;
  actions?: EntryActions;
}) {
  const t = useTranslations(translations);
  return (
    <EntryList
      label={t.questions}
      entries={questions.map(({ question, expected }) => ({
        title: question,
        details: <ExpectedText expected={expected} renderDocument={renderDocument} />,
      }))}
      actions={actions}
    />
  );
}
