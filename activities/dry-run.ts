import { answerMessage } from '../domain/dry-run/steps/answer-message.ts';
import { listStaleSessions } from '../domain/dry-run/steps/housekeeping.ts';
import { abandonSession, failMessage, nextEntry } from '../domain/dry-run/steps/transitions.ts';
import { perform } from '../domain/kernel/step.ts';
import { DRY_RUN_SESSION } from '../workflows/dry-run-session/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Dry-run sessions with agents. */
export const dryRunSession = {
  contract: DRY_RUN_SESSION,
  steps: {
    transitions: {
      nextDryRunEntry: nextEntry,
      failDryRunMessage: failMessage,
      abandonDryRunSession: abandonSession,
    },
    ai: { answerDryRunMessage: answerMessage },
  },
  owner: {
    name: 'dry-run session',
    stale: listStaleSessions,
    end: (deps, session, reason) => perform(deps, abandonSession, { ...session, reason }),
  },
} as const satisfies Flow<typeof DRY_RUN_SESSION>;

export type DryRunSessionSteps = Activities<typeof dryRunSession>;
