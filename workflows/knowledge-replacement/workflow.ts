import { setCurrentDetails } from '@temporalio/workflow';
import type { KnowledgeReplacementSteps } from '../../activities/knowledge-bases.ts';
import { runJob } from '../lib/job.ts';
import { READING } from '../lib/reading.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { KnowledgeReplacementInput } from './contract.ts';

const { readVersion } = proxySteps<KnowledgeReplacementSteps, 'knowledge'>('knowledge', READING);

const { failVersion } = proxyTransitions<KnowledgeReplacementSteps>();

/** Runs the reading of a version until the document has its passages, or the version the reason why it could not be read. */
export function knowledgeReplacement(reference: KnowledgeReplacementInput): Promise<void> {
  return runJob(
    async () => {
      setCurrentDetails('**reading what replaces the document**');
      const isUsed = await readVersion.executeWithOptions({ summary: 'parse, cut, swap' }, [reference]);
      setCurrentDetails(isUsed ? '**in use**' : '**ended without being used**; its version says why');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; the document keeps what it has`);
      return failVersion({ ...reference, reason });
    },
  );
}
