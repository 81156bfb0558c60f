import type { ExecutionStepRow } from '../../infra/database/entities/executions.ts';
import type { Deliverable, StepKind, StepOutput } from '../capabilities/types.ts';

export type { ExecutionStepRow, GuardrailHitRow } from '../../infra/database/entities/executions.ts';

/** A step with its JSON columns typed. */
export type ExecutionStep = Omit<ExecutionStepRow, 'kind' | 'deliverable' | 'output'> & {
  kind: StepKind;
  deliverable: Deliverable;
  output: StepOutput | null;
};
