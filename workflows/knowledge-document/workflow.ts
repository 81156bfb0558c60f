import { setCurrentDetails } from '@temporalio/workflow';
import type { KnowledgeDocumentSteps } from '../../activities/knowledge-bases.ts';
import { runJob } from '../lib/job.ts';
import { READING } from '../lib/reading.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { KnowledgeDocumentInput } from './contract.ts';

const { readDocument } = proxySteps<KnowledgeDocumentSteps, 'knowledge'>('knowledge', READING);

const { failDocument } = proxyTransitions<KnowledgeDocumentSteps>();

/** Runs the reading of a document until it ends with passages, or with the reason why there are none. */
export function knowledgeDocument(reference: KnowledgeDocumentInput): Promise<void> {
  return runJob(
    async () => {
      setCurrentDetails('**reading the document**');
      const read = await readDocument.executeWithOptions({ summary: 'parse, cut, index' }, [reference]);
      setCurrentDetails(read ? '**ready**; it can be searched' : '**ended without passages**; the document says why');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\``);
      return failDocument({ ...reference, reason });
    },
  );
}
