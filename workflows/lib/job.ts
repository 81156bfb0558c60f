import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  TimeoutFailure,
} from '@temporalio/workflow';

/**
 * Does the work of a job. When it fails or is cancelled, `end` gives its row that reason (`lost` for a cancel); a cancel, even one that
 * comes now, does not keep it from that. Throws the cancellation, what is no activity's failure, and with `fails` every failure, so that
 * staff see the run as failed.
 */
export async function runJob(
  work: () => Promise<void>,
  end: (reason: string) => Promise<unknown>,
  { fails = false }: { fails?: boolean } = {},
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const cancelled = isCancellation(error);
    if (!cancelled && !(error instanceof ActivityFailure)) throw error;
    const reason = cancelled ? 'lost' : failureReason(error);
    await CancellationScope.nonCancellable(() => end(reason));
    if (cancelled || fails) throw error;
  }
}

/** Class of an activity's failure: the type the activity gave it, or `deadline` when time ran out. */
export function failureReason(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) return cause.type ?? 'unexpected';
  if (cause instanceof TimeoutFailure) return 'deadline';
  return 'unexpected';
}
