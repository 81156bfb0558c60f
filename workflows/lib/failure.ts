import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';

/** Class of an activity's failure: the type the activity gave it, or `deadline` when time ran out. */
export function failureReason(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) return cause.type ?? 'unexpected';
  if (cause instanceof TimeoutFailure) return 'deadline';
  return 'unexpected';
}
