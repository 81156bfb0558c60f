import type { DocumentFormat, DocumentText, ReadDocument } from '../../infra/documents/port.ts';
import type { Deps } from '../kernel/deps.ts';
import { cutPassages } from './cut-passages.ts';
import { findMainLanguage } from './document-store.ts';
import { type IndexedPassage, indexedPassages } from './index-lexemes.ts';
import { tagOf } from './languages.ts';

/** An upload that is to be read. */
interface Upload {
  knowledge_base_id: number;
  format: DocumentFormat;
  source: Buffer;
  /** BCP 47, as given; null: that of the text. */
  language: string | null;
}

/** What was understood of a document. */
export interface UnderstoodDocument {
  language: string | null;
  /** What was left out: sentences for the partner. */
  notes: string | null;
  passages: readonly IndexedPassage[];
}

/** Reads an upload and cuts it into passages. Throws DocumentError, and what the reader throws. */
export async function understandDocument(
  deps: Pick<Deps, 'db'>,
  { knowledge_base_id: baseId, format, source, language }: Upload,
  read: ReadDocument,
): Promise<UnderstoodDocument> {
  const text = await read(format, source);
  return {
    language: language ?? (await languageOf(deps, baseId, text)),
    notes: text.notes.length > 0 ? text.notes.join(' ') : null,
    passages: await indexedPassages(await cutPassages(text.sections)),
  };
}

/** The language of a text; where that is not sure, most likely the one of its neighbours. */
async function languageOf(
  { db }: Pick<Deps, 'db'>,
  baseId: number,
  { language, isLanguageSure }: DocumentText,
): Promise<string | null> {
  if (isLanguageSure) return tagOf(language);
  return (await findMainLanguage(db, baseId)) ?? tagOf(language);
}
