import { ApplicationFailure, setCurrentDetails } from '@temporalio/workflow';
import type { KnowledgeEmbeddingSteps } from '../../activities/knowledge-bases.ts';
import { runJob } from '../lib/job.ts';
import { proxyAiSteps, proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { KnowledgeEmbeddingInput } from './contract.ts';

/**
 * The AI may be slow or unavailable: after six hours without an attempt that ends well, the embedding fails, keeps its vectors, and
 * is begun again later.
 */
const workOf = proxyAiSteps<KnowledgeEmbeddingSteps, 'embeddings'>('embeddings', { scheduleToCloseTimeout: '6h' });

/** All vectors of a document are exchanged in one transaction, which takes seconds for a hundred thousand. */
const { completeEmbedding } = proxySteps<KnowledgeEmbeddingSteps, 'main'>('main', {
  scheduleToCloseTimeout: '6h',
  startToCloseTimeout: '5m',
});

const { failEmbedding } = proxyTransitions<KnowledgeEmbeddingSteps>();

/** More attempts than the passages of any document need. */
const MAX_ATTEMPTS = 1_000;

/** Runs an embedding until its vectors serve, or as failed. */
export function knowledgeEmbedding({ sandbox, ...reference }: KnowledgeEmbeddingInput): Promise<void> {
  const { embedPassages } = workOf({ sandbox });
  return runJob(
    async () => {
      setCurrentDetails('**embedding the passages**');
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const { left } = await embedPassages.executeWithOptions({ summary: 'up to 1,000 passages' }, [reference]);
        if (left) continue;
        const end = await completeEmbedding.executeWithOptions({ summary: 'let the vectors serve' }, [reference]);
        if (end === 'incomplete') continue;
        setCurrentDetails(end === 'completed' ? '**completed**; it is found by meaning' : '**ended without vectors**');
        return;
      }
      throw ApplicationFailure.nonRetryable('The passages of the document have no end.', 'endless');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; nothing is charged`);
      return failEmbedding({ ...reference, reason });
    },
  );
}
