import type { CommandKind } from '../domain/kernel/command.ts';
import { agentAudit } from './agent-audit.ts';
import { agentConfiguration } from './agent-configuration.ts';
import { aiWriter } from './ai-writer.ts';
import type { Jobs } from './area.ts';
import { caseStudies } from './case-studies.ts';
import { contentItems } from './content-items.ts';
import { dryRun } from './dry-run.ts';
import { executions } from './executions.ts';
import { gtmSchedule } from './gtm-schedule.ts';
import { invoices } from './invoices.ts';
import { knowledgeBases } from './knowledge-bases.ts';
import { payments } from './payments.ts';
import { retention } from './retention.ts';
import { seo } from './seo.ts';
import { webhooks } from './webhooks.ts';
import { workflowTriggers } from './workflow-triggers.ts';

/** The areas that have the worker do something. */
export const AREAS = [
  executions,
  workflowTriggers,
  contentItems,
  agentAudit,
  caseStudies,
  seo,
  aiWriter,
  dryRun,
  knowledgeBases,
  gtmSchedule,
  webhooks,
  payments,
  invoices,
  agentConfiguration,
  retention,
] as const;

type KindsOf<Areas extends readonly { jobs: object }[]> = Areas[number]['jobs'] extends infer Each
  ? Each extends unknown
    ? keyof Each
    : never
  : never;

/** How each job is watched; it does not compile while a kind of command is forgotten. */
export const JOBS: Jobs<CommandKind> = jobsOf(AREAS);

function jobsOf<const Areas extends readonly { jobs: object }[]>(
  areas: Areas,
): [Exclude<CommandKind, KindsOf<Areas>>] extends [never] ? Jobs<CommandKind> : Exclude<CommandKind, KindsOf<Areas>> {
  return Object.assign({}, ...areas.map(({ jobs }) => jobs));
}
