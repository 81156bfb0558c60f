import { createHash } from 'node:crypto';
import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { cutPassages } from '../cut-passages.ts';
import { insertDocument, selectAllDocuments } from '../document-store.ts';
import { indexDocument } from '../index-document.ts';
import { type IndexedPassage, indexedPassages } from '../index-lexemes.ts';
import { deleteDocumentRow, lockBase } from '../passage-store.ts';
import { findPlatformBase, insertKnowledgeBase } from '../store.ts';

const LANGUAGE = 'en';
const NAME = 'Documentation';
/** Fairness key of the service's own pages; those of partners are numbers. */
const PLATFORM = 'platform';

/** A page of the product's documentation, Markdown. */
const page = z.object({ title: z.string(), content: z.string() });

/**
 * Updates the platform's knowledge base to exactly these pages. Unchanged pages, by hash, are skipped. Only one process
 * may run it at a time. Returns how many pages were read and removed.
 */
export const indexPlatform = step({
  name: 'knowledge_bases.index_platform',
  input: z.object({ pages: z.array(page) }),
  output: z.object({ read: z.int(), removed: z.int() }),
  async run(deps, call, { pages }) {
    const baseId =
      (await findPlatformBase(deps.db)) ??
      (await deps.transaction(call, (tx) =>
        insertKnowledgeBase(tx.em, tx.now, { partner_id: null, name: NAME, description: null, answer_threshold: null }),
      ));
    const present = await selectAllDocuments(deps.db, baseId);
    const targetPages = pages.map(({ title, content }) => {
      const source = Buffer.from(content);
      return { title, source, hash: createHash('sha256').update(source).digest('hex') };
    });
    const isWanted = (row: (typeof present)[number]) =>
      row.status === 'ready' && targetPages.some(({ title, hash }) => title === row.title && hash === row.content_hash);
    const outdated = present.filter((row) => !isWanted(row));
    const missing = targetPages.filter(({ title }) => !present.some((row) => row.title === title && isWanted(row)));
    const read: ((typeof missing)[number] & { passages: IndexedPassage[] })[] = [];
    await deps.documents.inTurn({ onBehalfOf: PLATFORM, signal: call.signal }, async (readPage) => {
      for (const each of missing) {
        const { sections } = await readPage('markdown', each.source);
        read.push({ ...each, passages: await indexedPassages(await cutPassages(sections)) });
      }
    });
    // One transaction, so that concurrent searches still find the old pages.
    await deps.transaction(call, async (tx) => {
      await lockBase(tx.em, baseId);
      for (const { id } of outdated) await deleteDocumentRow(tx.em, baseId, id);
      for (const { title, source, hash, passages } of read) {
        const row_key = deps.ids.uuid();
        const document = { row_key, knowledge_base_id: baseId, title, format: 'markdown' as const, language: LANGUAGE };
        const id = await insertDocument(tx.em, tx.now, { ...document, content_hash: hash, source });
        await indexDocument(
          tx,
          { id, row_key, knowledge_base_id: baseId },
          { language: LANGUAGE, notes: null, passages },
          { maxPassages: Number.POSITIVE_INFINITY, rowKey: row_key },
        );
      }
    });
    return { read: read.length, removed: outdated.length };
  },
});
