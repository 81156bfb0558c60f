import { ActivityCancellationType } from '@temporalio/workflow';

/**
 * Limits of steps that read a document. An unreadable one is a result, not a failure. Retries cover an unavailable database, a
 * dead worker, detected by its missing heartbeat, and a partner with more documents than may wait in a worker. The limit of a day
 * includes the wait behind other documents; that of an attempt its four minutes in line, and the three that the largest document
 * may take on a busy machine.
 */
export const READING = {
  scheduleToCloseTimeout: '24h',
  startToCloseTimeout: '8m',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { maximumInterval: '1m', maximumAttempts: 1_000 },
} as const;
