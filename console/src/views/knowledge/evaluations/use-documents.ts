import { listKnowledgeBaseDocumentsQueryKey } from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { listKnowledgeBaseDocuments } from '../../../api/generated/client/sdk.gen.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { useAllRecords } from '../../../lib/all-records.ts';
import { translations } from './translations.ts';

/** The documents of a knowledge base for a selection, the newest 200. */
export function useDocuments(id: number) {
  const path = { id };
  return useAllRecords(listKnowledgeBaseDocumentsQueryKey({ path }), (request) =>
    listKnowledgeBaseDocuments({ path, ...request }),
  );
}

/** What documents are called; those that are not known by their number. */
export function useTitleOf(documents: readonly { id: number; title: string }[]): (id: number) => string {
  const t = useTranslations(translations);
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  return (id) => titles.get(id) ?? t.documentNumber(String(id));
}
