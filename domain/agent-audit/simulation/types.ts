import type { DraftContent, StepOutput } from '../../capabilities/types.ts';
import type { GuardrailHit } from '../../guardrails/types.ts';

/** The output of a simulated step and its guardrail hits. */
export interface SimulatedStep {
  summary: string;
  /** null once the dry run has ended: only previews are stored. */
  output: StepOutput | null;
  drafts: DraftContent[];
  previews: Preview[];
  hits: GuardrailHit[];
}

/** The beginning of a text that an execution would produce. */
export interface Preview {
  title: string;
  /** A content type or the type of another output. */
  type: string;
  /** null when a guardrail would block the text. */
  preview: string | null;
  word_count: number;
}
