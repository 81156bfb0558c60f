import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../i18n/translations.ts';
import type { Question } from './model.ts';
import { translations } from './translations.ts';

/** What should be found for a question: words of a document, or nothing. */
export function ExpectedText({
  expected,
  renderDocument,
}: {
  expected: Question['expected'];
  /** Shows a document. */
  renderDocument: (id: number) => ReactNode;
}) {
  const t = useTranslations(translations);
  return (
    <Text size="sm" c="dimmed" dir="auto">
      {expected ? (
        <>
          {t.expectedIn(expected.contains)} {renderDocument(expected.document_id)}
        </>
      ) : (
        t.expectedNothing
      )}
    </Text>
  );
}
