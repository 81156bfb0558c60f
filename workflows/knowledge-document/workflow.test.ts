import { jest } from '@jest/globals';
import type { KnowledgeDocumentSteps } from '../../activities/knowledge-bases.ts';
import { testOneStepFlow } from '../../test/environment/one-step-flow.ts';
import { KNOWLEDGE_QUEUE } from '../queues.ts';
import { KNOWLEDGE_DOCUMENT } from './contract.ts';

jest.setTimeout(120_000);

testOneStepFlow({
  contract: KNOWLEDGE_DOCUMENT,
  queue: KNOWLEDGE_QUEUE,
  step: (work): KnowledgeDocumentSteps['knowledge'] => ({ readDocument: ({ documentId }) => work(documentId) }),
  failure: (fail): KnowledgeDocumentSteps['transitions'] => ({
    failDocument: ({ documentId, reason }) => fail(documentId, reason),
  }),
  details: {
    done: '**ready**; it can be searched',
    ended: '**ended without passages**; the document says why',
    failed: '**failed**: `ai_refused`',
  },
});
