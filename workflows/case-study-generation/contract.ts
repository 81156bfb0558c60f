import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that writes a case study. */
export const CASE_STUDY_GENERATION_WORKFLOW = 'caseStudyGeneration';

/** Its id; unique for the life of the database. */
export function caseStudyGenerationWorkflowId(generationId: number): string {
  return `case-study-generation-${generationId}`;
}

/** Which generation; the key tells it from a later one under the same number, once a database was restored. */
interface GenerationReference {
  generationId: number;
  rowKey: string;
}

/** What the flow is started with. */
export interface CaseStudyGenerationInput extends GenerationReference {
  /** Asked for with a sandbox key: it takes no slot from work that is paid for. */
  sandbox: boolean;
}

/** Work that asks the AI. */
export interface CaseStudyWork {
  /** Writes and saves the case study; false when it could not be kept, or the generation had ended otherwise. */
  writeCaseStudy(input: GenerationReference): Promise<boolean>;
}

/** Short transitions, run within the workflow task. */
export interface CaseStudyTransitions {
  /** Ends the generation as failed for a class of failure; false when it had ended already. */
  failCaseStudyGeneration(input: GenerationReference & { reason: string }): Promise<boolean>;
}

/** What the command becomes on the engine. */
export const caseStudyGenerationCommands: EngineCommands<'case_study.generate'> = {
  'case_study.generate': ({ generationId, rowKey, partnerId, sandbox, requestId }, publicUrl) => ({
    action: 'start',
    workflowType: CASE_STUDY_GENERATION_WORKFLOW,
    workflowId: caseStudyGenerationWorkflowId(generationId),
    taskQueue: MAIN_QUEUE,
    args: [{ generationId, rowKey, sandbox }],
    rowKey,
    memo: { requestId, link: `${publicUrl}/api/v1/partners/case-studies` },
    keywords: {
      MwPartnerId: String(partnerId),
      MwResourceId: `case_study_generation:${generationId}`,
      MwCapability: 'case_study_generation',
    },
    summary: `Case study for partner ${partnerId}`,
    details: `Generation ${generationId}. Safe to cancel or terminate: it fails, and nothing is charged.`,
    // Somebody waits for the answer.
    priority: priorityOf(partnerId, 'high'),
  }),
};
