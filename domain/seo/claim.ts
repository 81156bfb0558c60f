import { settleHold } from '../credits/ledger.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { noteScheduledEnd } from './rescoring.ts';
import { CLAIM_SECONDS, creditReference, RENEW_MS, seoJobTopic } from './rules.ts';
import { type ClaimRequest, claimJob, endJob, releaseClaim, renewClaim } from './store.ts';
import type { SeoJobRow, SeoOutcome } from './table.ts';

/** Another process has taken over the job; this one must stop working on it. */
class ClaimLost extends Error {
  constructor() {
    super('Another process has taken the analysis over.');
    this.name = 'ClaimLost';
  }
}

/** The right to finish a job, renewed while the work runs. */
export interface Claim {
  job: SeoJobRow;
  token: string;
  /** Aborts when the caller stops or the claim is lost. */
  signal: AbortSignal;
  /**
   * Throws ClaimLost when the claim may have expired by this process's own clock. Called before each effect, since a
   * process that was suspended may continue after another one has done the work.
   */
  requireHeld(): void;
}

/**
 * Works on a job under a claim; null when another process has it, or it has ended. If the work throws, the claim is
 * released, so that the next attempt need not wait until it expires.
 */
export async function withClaim<Result>(
  deps: Deps,
  caller: AbortSignal,
  wanted: Omit<ClaimRequest, 'token'>,
  work: (claim: Claim) => Promise<Result>,
): Promise<Result | null> {
  const token = deps.ids.uuid();
  let heldUntil = leaseEnd();
  const job = await claimJob(deps.db, deps.clock.now(), { ...wanted, token });
  if (!job) return null;
  const lost = new AbortController();
  const renewal = setInterval(async () => {
    const end = leaseEnd();
    // A failed renewal is ignored: the next one succeeds, or the claim expires.
    const held = await renewClaim(deps.db, deps.clock.now(), job.id, token).catch(() => null);
    if (held) heldUntil = end;
    else if (held === false) lost.abort(new ClaimLost());
  }, RENEW_MS);
  const requireHeld = () => {
    if (performance.now() >= heldUntil) throw new ClaimLost();
  };
  try {
    return await work({ job, token, signal: AbortSignal.any([caller, lost.signal]), requireHeld });
  } catch (error) {
    await releaseClaim(deps.db, job.id, token).catch(() => undefined);
    if (error instanceof ClaimLost) return null;
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Monotonic clock, which continues while a process is suspended; read before the database is asked. */
function leaseEnd(): number {
  return performance.now() + CLAIM_SECONDS * 1_000;
}

/** The outcome of a job and the claim that it is finished under. */
export interface Finish {
  jobId: number;
  outcome: SeoOutcome;
  /** Credits to charge; the rest of the hold is released. */
  used: number;
  /** Whether it has failed because of its listing, which pauses the schedule of the listing after a while. */
  isListingsFault?: boolean;
  /** Token of the claim under which the work was done; null ends the job regardless of claims. */
  token: string | null;
}

/** Ends an open job and settles its credits; null when it had ended or was taken over. */
export async function finishJob(tx: Tx, finish: Finish): Promise<SeoJobRow | null> {
  const { jobId, outcome: ending, used, isListingsFault = false, token } = finish;
  const ended = await endJob(tx.em, tx.now, jobId, ending, token);
  if (!ended) return null;
  await settleHold(tx, { partnerId: ended.partner_id, reference: creditReference(ended.row_key), used });
  if (ended.scheduled) await noteScheduledEnd(tx, ended, isListingsFault);
  tx.notify(seoJobTopic(jobId));
  return ended;
}

/** The sentence for the partner when an analysis fails for a reason other than its listing. */
const SENTENCES: Record<string, string> = {
  deadline: 'The analysis could not be carried out in time. Nothing was charged; try again later.',
  lost: 'The analysis was stopped by the operators of the service. Nothing was charged; try again when you like.',
  refused: 'The analysis could not be started. Nothing was charged.',
};

const UNEXPECTED = 'The analysis failed unexpectedly. Nothing was charged; try again later.';

/** The sentence for a type of failure. */
export function failureSentence(reason: string): string {
  return SENTENCES[reason] ?? UNEXPECTED;
}
