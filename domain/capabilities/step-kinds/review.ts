import { findingsKind } from './findings-kind.ts';

/** Reads what earlier steps made, as an editor would before publishing. */
export const review = findingsKind(
  'review',
  2,
  'Review the earlier work as an editor would before publishing: facts against the inputs, consistency between the pieces, clarity, tone, calls to action. Say what is good enough as it is.',
);
