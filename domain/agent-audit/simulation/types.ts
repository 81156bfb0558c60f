import type { DraftContent, StepOutput } from '../../capabilities/types.ts';
import type { GuardrailHit } from '../../guardrails/types.ts';

/** What a step of a rehearsal wrote, and what the guardrails found in it. */
export interface SimulatedStep {
  summary: string;
  /** null once the rehearsal is over: only the previews are kept. */
  output: StepOutput | null;
  drafts: DraftContent[];
  previews: Preview[];
  hits: GuardrailHit[];
}

/** The beginning of what an execution would leave behind. */
export interface Preview {
  title: string;
  /** A content type, or what kind of result it is. */
  type: string;
  /** The beginning; null where a guardrail would withhold the text. */
  preview: string | null;
  word_count: number;
}
