import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  TimeoutFailure,
} from '@temporalio/workflow';

/**
 * Runs the work of a job. When it fails or is cancelled, `end` ends its row with the reason (`lost` for a
 * cancellation), even when a cancellation arrives meanwhile. Throws the cancellation, errors that are no activity
 * failure and, with `fails`, every failure, so that staff see the run as failed.
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

/** Type of an activity's failure, or `deadline` for a time-out. */
export function failureReason(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) return cause.type ?? 'unexpected';
  if (cause instanceof TimeoutFailure) return 'deadline';
  return 'unexpected';
}
