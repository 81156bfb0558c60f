import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import { failureReason } from '../lib/failure.ts';
import { KNOWLEDGE_QUEUE } from '../queues.ts';
import type { KnowledgeDocumentInput, KnowledgeTransitions, KnowledgeWork } from './contract.ts';

/**
 * What the document itself is to blame for is no failure; only the database may be away, or the worker die, which its missing heartbeat
 * tells. Others may be before it in the queue: the day counts the wait for a slot, too.
 */
const { readDocument } = proxyActivities<KnowledgeWork>({
  taskQueue: KNOWLEDGE_QUEUE,
  scheduleToCloseTimeout: '24h',
  startToCloseTimeout: '5m',
  heartbeatTimeout: '8s',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 30 },
});

/** Must happen: tried until the database takes it, with timers for the longer pauses. */
const { failDocument } = proxyLocalActivities<KnowledgeTransitions>({
  startToCloseTimeout: '10s',
  localRetryThreshold: '2s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Sees that the reading of a document ends: with passages, or with a reason why there are none. */
export async function knowledgeDocument(reference: KnowledgeDocumentInput): Promise<void> {
  try {
    setCurrentDetails('**reading the document**');
    const read = await readDocument.executeWithOptions({ summary: 'parse, cut, index' }, [reference]);
    setCurrentDetails(read ? '**ready**; it can be searched' : '**ended without passages**; the document says why');
  } catch (error) {
    const cancelled = isCancellation(error);
    if (!cancelled && !(error instanceof ActivityFailure)) throw error;
    const reason = cancelled ? 'lost' : failureReason(error as ActivityFailure);
    setCurrentDetails(`**failed**: \`${reason}\``);
    await CancellationScope.nonCancellable(() => failDocument({ ...reference, reason }));
    if (cancelled) throw error;
  }
}
