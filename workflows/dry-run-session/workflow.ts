import {
  ActivityFailure,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { DryRunSessionSteps } from '../../activities/dry-run.ts';
import { failureReason, runJob } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import { ASKED_SIGNAL, type DryRunSessionInput } from './contract.ts';

/**
 * Somebody waits for the reply, and others behind it: ten minutes in all, then the message fails, its credits go back and the next one has
 * its turn.
 */
const workOf = proxyAiSteps<DryRunSessionSteps>({ scheduleToCloseTimeout: '10m', startToCloseTimeout: '3m' });

const { nextDryRunEntry, failDryRunMessage, abandonDryRunSession } = proxyTransitions<DryRunSessionSteps>();

/** Events of a run after which another one goes on: some thirty messages, which a worker replays in no time. */
const MAX_HISTORY = 500;

const wake = defineSignal(ASKED_SIGNAL);

/** Does what is asked of a session one thing after the other, until it is ended or nobody asks any more. */
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
        const { historyLength, continueAsNewSuggested } = workflowInfo();
        if (historyLength > MAX_HISTORY || continueAsNewSuggested) await continueAsNew<typeof dryRunSession>(input);
      }
    },
    (reason) => {
      setCurrentDetails(`**stopped**: \`${reason}\`; what waited is not charged`);
      return abandonDryRunSession({ ...reference, reason });
    },
  );

  /** A message that gets no reply fails alone. */
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
