import { ActivityCancellationType, setCurrentDetails } from '@temporalio/workflow';
import type { KnowledgeDocumentSteps } from '../../activities/knowledge-bases.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { KnowledgeDocumentInput } from './contract.ts';

/**
 * An unreadable document is a result, not a failure. Retries cover an unavailable database, a dead worker, detected by
 * its missing heartbeat, and a partner with more documents than may wait in a worker. The limit of a day includes the
 * wait behind other documents; that of an attempt its four minutes in line, and the three that the largest document may take
 * on a busy machine.
 */
const { readDocument } = proxySteps<KnowledgeDocumentSteps, 'knowledge'>('knowledge', {
  scheduleToCloseTimeout: '24h',
  startToCloseTimeout: '8m',
  heartbeatTimeout: '8s',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 1_000 },
});

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
