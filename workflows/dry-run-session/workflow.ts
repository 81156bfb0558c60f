import {
  ActivityFailure,
  condition,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { DryRunSessionSteps } from '../../activities/dry-run.ts';
import { continueOnTargetVersion, shouldContinueAsNew } from '../lib/continue.ts';
import { failureReason, runJob } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import { type DryRunSessionInput, WAKE_SIGNAL } from './contract.ts';

/**
 * A person waits for the reply, and further messages wait behind it: after ten minutes in all, the message fails, its
 * credits are released and the next one is processed.
 */
const workOf = proxyAiSteps<DryRunSessionSteps, 'ai'>('ai', {
  scheduleToCloseTimeout: '10m',
  startToCloseTimeout: '3m',
});

const { nextDryRunEntry, failDryRunMessage, abandonDryRunSession } = proxyTransitions<DryRunSessionSteps>();

/** Events after which a run continues as new: some thirty messages, which a worker replays quickly. */
const MAX_HISTORY = 500;

const wake = defineSignal(WAKE_SIGNAL);

/** Processes the entries of a session in order, until it is ended or idle. */
export function dryRunSession(input: DryRunSessionInput): Promise<void> {
  const { sandbox, ...reference } = input;
  let woken = false;
  setHandler(wake, () => {
    woken = true;
  });
  return runJob(
    async () => {
      for (;;) {
        woken = false;
        const { open, entryId, waitMs } = await nextDryRunEntry(reference);
        if (!open) {
          setCurrentDetails('**over**; the transcript is in the database');
          return;
        }
        if (entryId === null) {
          setCurrentDetails(`**waiting**; over at ${new Date(Date.now() + waitMs).toISOString()} if nothing is asked`);
          await condition(() => woken, waitMs);
        } else {
          setCurrentDetails(`**replying** to message ${entryId}`);
          await reply(entryId);
        }
        if (shouldContinueAsNew(MAX_HISTORY)) await continueOnTargetVersion<typeof dryRunSession>(input);
      }
    },
    (reason) => {
      setCurrentDetails(`**stopped**: \`${reason}\`; what waited is not charged`);
      return abandonDryRunSession({ ...reference, reason });
    },
  );

  /** A message without a reply fails alone. */
  async function reply(entryId: number): Promise<void> {
    const { answerDryRunMessage } = workOf({ sandbox });
    const message = { ...reference, entryId };
    try {
      await answerDryRunMessage.executeWithOptions({ summary: `reply to message ${entryId}` }, [message]);
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      await failDryRunMessage({ ...message, reason: failureReason(error) });
    }
  }
}
