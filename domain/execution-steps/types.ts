import type { Deliverable, StepKind, StepOutput } from '../capabilities/types.ts';
import type { ExecutionStepRow } from './table.ts';

export type { ExecutionStepRow, GuardrailHitRow } from './table.ts';

/** A step with its JSON columns typed. */
export type ExecutionStep = Omit<ExecutionStepRow, 'kind' | 'deliverable' | 'output'> & {
  kind: StepKind;
  deliverable: Deliverable;
  output: StepOutput | null;
};
