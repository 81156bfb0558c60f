import { perform } from '../domain/kernel/step.ts';
import { failDocument, readDocument } from '../domain/knowledge-bases/steps/read-document.ts';
import { listStaleDocuments } from '../domain/knowledge-bases/steps/upkeep.ts';
import { KNOWLEDGE_DOCUMENT } from '../workflows/knowledge-document/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Documents of partners. */
export const knowledgeDocument = {
  contract: KNOWLEDGE_DOCUMENT,
  steps: { transitions: { failDocument }, knowledge: { readDocument } },
  owner: {
    name: 'document',
    stale: listStaleDocuments,
    end: (deps, document, reason) => perform(deps, failDocument, { ...document, reason }),
  },
} as const satisfies Flow<typeof KNOWLEDGE_DOCUMENT>;

export type KnowledgeDocumentSteps = Activities<typeof knowledgeDocument>;
