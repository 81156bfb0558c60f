import { jest } from '@jest/globals';
import type { KnowledgeReplacementSteps } from '../../activities/knowledge-bases.ts';
import { testOneStepFlow } from '../../test/environment/one-step-flow.ts';
import { KNOWLEDGE_QUEUE } from '../queues.ts';
import { KNOWLEDGE_REPLACEMENT } from './contract.ts';

jest.setTimeout(120_000);

testOneStepFlow({
  contract: KNOWLEDGE_REPLACEMENT,
  queue: KNOWLEDGE_QUEUE,
  step: (work): KnowledgeReplacementSteps['knowledge'] => ({ readVersion: ({ versionId }) => work(versionId) }),
  failure: (fail): KnowledgeReplacementSteps['transitions'] => ({
    failVersion: ({ versionId, reason }) => fail(versionId, reason),
  }),
  details: {
    done: '**in use**',
    ended: '**ended without being used**; its version says why',
    failed: '**failed**: `ai_refused`; the document keeps what it has',
  },
});
