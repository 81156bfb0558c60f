import { findingsKind } from './findings-kind.ts';

/** Examines what the partner gave. */
export const analyze = findingsKind(
  'analyze',
  4,
  'Examine the inputs for what the task asks. Base each observation on something in them, and name it.',
);
