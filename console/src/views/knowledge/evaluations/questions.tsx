import { Text } from '@mantine/core';
import { EntryList } from '../../../components/entry-list.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import type { Question } from './model.ts';
import { translations } from './translations.ts';

/** Questions with what should be found for each; with buttons where they can be changed. */
export function QuestionList({
  questions,
  titleOf,
  onEdit,
  onRemove,
}: {
  questions: readonly Question[];
  /** What a document is called. */
  titleOf: (document: number) => string;
  onEdit?: (index: number) => void;
  onRemove?: (index: number) => void;
}) {
  const t = useTranslations(translations);
  return (
    <EntryList
      label={t.questions}
      entries={questions.map(({ question, expected }) => ({
        title: question,
        details: (
          <Text size="sm" c="dimmed" dir="auto">
            {expected ? t.expectedIn(expected.contains, titleOf(expected.document_id)) : t.expectedNothing}
          </Text>
        ),
      }))}
      actions={onEdit && onRemove && { text: { ...t, editOne: t.editQuestion }, onEdit, onRemove }}
    />
  );
}
