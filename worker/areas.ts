import { agentChallenge, agentDryRun } from '../activities/agent-audit.ts';
import { agentBatchMigration } from '../activities/agent-configuration.ts';
import { agentEvaluation } from '../activities/agent-evaluations.ts';
import { caseStudyGeneration } from '../activities/case-studies.ts';
import { dryRunSession } from '../activities/dry-run.ts';
import type { AnyFlow } from '../activities/flow.ts';
import { knowledgeEvaluation } from '../activities/knowledge-evaluations.ts';
import { mailDelivery } from '../activities/mail.ts';
import { paymentEvent } from '../activities/payments.ts';
import { retention } from '../activities/retention.ts';
import { seoAnalysis } from '../activities/seo.ts';
import { triggerFiring, triggerSchedule } from '../activities/workflow-triggers.ts';
import { rollUpGuardrailHits, rollUpOutcomes } from '../domain/agent-audit/steps/housekeeping.ts';
import { stopLapsedOutputs } from '../domain/ai-writer/steps/housekeeping.ts';
import { rollUpCaseStudyCounts } from '../domain/case-studies/steps/housekeeping.ts';
import { rollUpBoardCounts, rollUpTextSizes } from '../domain/content-items/steps/housekeeping.ts';
import { releaseExpiredRequests } from '../domain/credits/steps/housekeeping.ts';
import { rollUpEventChanges, rollUpEventCounts } from '../domain/gtm-schedule/steps/housekeeping.ts';
import { publishPendingEvents } from '../domain/listings/steps/housekeeping.ts';
import { sendDigests } from '../domain/notifications/steps/send-digests.ts';
import { startDueAnalyses } from '../domain/seo/steps/start-due.ts';
import { reconcileTriggers } from '../domain/workflow-triggers/steps/housekeeping.ts';
import { CONTRACTS } from '../workflows/contracts.ts';
import type { WorkerArea } from './area.ts';
import { executions } from './executions.ts';
import { invoices } from './invoices.ts';
import { knowledgeBases } from './knowledge-bases.ts';
import { reconciliation } from './reconciliation.ts';
import { webhooks } from './webhooks.ts';

/** Areas with work for the worker, one line each; longer entries have a file in this folder. */
export const AREAS = [
  executions,
  { flows: [triggerFiring, triggerSchedule], housekeeping: [reconcileTriggers] },
  { housekeeping: [rollUpBoardCounts, rollUpTextSizes] },
  { flows: [agentChallenge, agentDryRun], housekeeping: [rollUpOutcomes, rollUpGuardrailHits] },
  { flows: [caseStudyGeneration], housekeeping: [rollUpCaseStudyCounts] },
  { housekeeping: [publishPendingEvents] },
  { flows: [seoAnalysis], housekeeping: [startDueAnalyses] },
  { housekeeping: [stopLapsedOutputs] },
  { housekeeping: [releaseExpiredRequests] },
  { flows: [dryRunSession] },
  knowledgeBases,
  { flows: [agentEvaluation] },
  { flows: [knowledgeEvaluation] },
  { flows: [mailDelivery] },
  { housekeeping: [sendDigests] },
  { housekeeping: [rollUpEventCounts, rollUpEventChanges] },
  webhooks,
  { flows: [paymentEvent] },
  invoices,
  { flows: [agentBatchMigration] },
  { flows: [retention] },
  reconciliation,
] as const satisfies readonly WorkerArea[];

type FlowsOf<Area> = Area extends { flows: readonly (infer Flow)[] } ? Flow : never;
type NameOf<Declared> = Declared extends { contract: { workflow: infer Name } } ? Name : never;

/** Flows that have a contract but no worker that serves them. */
type Unserved = Exclude<(typeof CONTRACTS)[number]['workflow'], NameOf<FlowsOf<(typeof AREAS)[number]>>>;

/** The flows of all areas. Does not compile, and no worker starts, while one is missing; the error names it. */
export const FLOWS: [Unserved] extends [never] ? readonly AnyFlow[] : Record<Unserved, 'unserved'> = requireServed(
  AREAS.flatMap((area: WorkerArea) => area.flows ?? []),
);

/** Throws for flows without activities, whose runs would wait for ever. */
function requireServed(flows: AnyFlow[]): AnyFlow[] {
  const served = flows.map(({ contract }) => contract.workflow);
  const missing = CONTRACTS.map(({ workflow }) => workflow).filter((workflow) => !served.includes(workflow));
  if (missing.length > 0) throw new Error(`No area in worker/areas.ts serves ${missing.join(', ')}.`);
  return flows;
}
