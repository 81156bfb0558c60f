import type { Command, CommandKind } from '../domain/kernel/command.ts';
import type { EngineCommand } from '../infra/temporal/engine-command.ts';
import { AGENT_BATCH_MIGRATION } from './agent-batch-migration/contract.ts';
import { AGENT_CHALLENGE } from './agent-challenge/contract.ts';
import { AGENT_DRY_RUN } from './agent-dry-run/contract.ts';
import { AGENT_EVALUATION } from './agent-evaluation/contract.ts';
import { CASE_STUDY_GENERATION } from './case-study-generation/contract.ts';
import { type AnyCommandedFlow, type FlowContract, workflowIdOf } from './commands.ts';
import { DRY_RUN_SESSION } from './dry-run-session/contract.ts';
import { EXECUTION } from './execution/contract.ts';
import type * as registered from './index.ts';
import { INVOICE_BACKFILL } from './invoice-backfill/contract.ts';
import { KNOWLEDGE_DOCUMENT } from './knowledge-document/contract.ts';
import { KNOWLEDGE_EMBEDDING } from './knowledge-embedding/contract.ts';
import { KNOWLEDGE_EVALUATION } from './knowledge-evaluation/contract.ts';
import { KNOWLEDGE_REPLACEMENT } from './knowledge-replacement/contract.ts';
import { MAIL_DELIVERY } from './mail-delivery/contract.ts';
import { MARKETPLACE_INVOICE } from './marketplace-invoice/contract.ts';
import { MONTHLY_INVOICES } from './monthly-invoices/contract.ts';
import { PAYMENT_EVENT } from './payment-event/contract.ts';
import { MAIN_QUEUE } from './queues.ts';
import { RECONCILIATION } from './reconciliation/contract.ts';
import { RETENTION } from './retention/contract.ts';
import { SEO_ANALYSIS } from './seo-analysis/contract.ts';
import { TRIGGER_FIRING } from './trigger-firing/contract.ts';
import { TRIGGER_SCHEDULE } from './trigger-schedule/contract.ts';
import { WEBHOOK_ENDPOINT } from './webhook-endpoint/contract.ts';

/** The contracts of all durable flows. */
export const CONTRACTS = [
  AGENT_BATCH_MIGRATION,
  AGENT_CHALLENGE,
  AGENT_EVALUATION,
  AGENT_DRY_RUN,
  CASE_STUDY_GENERATION,
  DRY_RUN_SESSION,
  EXECUTION,
  INVOICE_BACKFILL,
  KNOWLEDGE_DOCUMENT,
  KNOWLEDGE_EVALUATION,
  KNOWLEDGE_REPLACEMENT,
  KNOWLEDGE_EMBEDDING,
  MAIL_DELIVERY,
  MARKETPLACE_INVOICE,
  MONTHLY_INVOICES,
  PAYMENT_EVENT,
  RECONCILIATION,
  RETENTION,
  SEO_ANALYSIS,
  TRIGGER_FIRING,
  TRIGGER_SCHEDULE,
  WEBHOOK_ENDPOINT,
] as const;

type Contract = (typeof CONTRACTS)[number];
type Registered = typeof registered;

/** Kinds of commands that the flows serve. */
type KindOf<C> =
  | (C extends { command: infer Kind } ? Kind : never)
  | (C extends { cancelledBy: infer Kind } ? Kind : never);

/** Names of flows whose workflow is not registered or takes another input than the contract gives it. */
type WithoutWorkflow<C> = C extends { workflow: infer Name extends string }
  ? Name extends keyof Registered
    ? C extends { start(...command: never): { input: infer Input } }
      ? [Input] extends Parameters<Registered[Name]>
        ? never
        : Name
      : never
    : Name
  : never;

/**
 * What is missing: a kind of command without a flow, a flow without its workflow in index.ts, a workflow without a
 * contract.
 */
type Missing =
  | Exclude<CommandKind, KindOf<Contract>>
  | WithoutWorkflow<Contract>
  | Exclude<keyof Registered, Contract['workflow']>;

/** Flows by the kind of their command. Does not compile while anything is missing; the error names it. */
const BY_COMMAND: [Missing] extends [never] ? ReadonlyMap<string, AnyCommandedFlow> : Record<Missing, 'missing'> =
  byCommand(CONTRACTS);

function byCommand(contracts: readonly FlowContract[]): Map<string, AnyCommandedFlow> {
  return new Map(
    contracts.flatMap((flow): [string, AnyCommandedFlow][] => {
      if (!('command' in flow)) return [];
      return [
        [flow.command, flow],
        ...(flow.cancelledBy ? [[flow.cancelledBy, flow] as [string, AnyCommandedFlow]] : []),
      ];
    }),
  );
}

/** Whether a flow serves the kind of a command; one of another release may be unknown. */
export function isKnownCommand(kind: string): boolean {
  return BY_COMMAND.has(kind);
}

/** The number of the row that a command is about. */
export function rowIdOf({ row }: Pick<AnyCommandedFlow, 'row'>, command: Command): number {
  return Number(Reflect.get(command, row));
}

/**
 * What the engine starts for a command: workflow, id, queue, attributes, priority. null for a kind of another release.
 */
export function engineCommand(command: Command, publicUrl: string): EngineCommand | null {
  const flow = BY_COMMAND.get(command.kind);
  if (!flow) return null;
  const { rowKey } = command;
  const workflowId = workflowIdOf(flow, rowIdOf(flow, command));
  if (flow.cancelledBy === command.kind) return { action: 'cancel', workflowId, rowKey };
  const { input, ...shown } = flow.start(command, publicUrl);
  const run = { workflowType: flow.workflow, taskQueue: MAIN_QUEUE, args: [input], ...shown };
  if (flow.signal === undefined) return { action: 'start', workflowId, rowKey, ...run };
  const signalledId = flow.hasKeyInId ? `${workflowId}-${rowKey.slice(0, 8)}` : workflowId;
  return { action: 'signal', workflowId: signalledId, signal: flow.signal, ...run };
}
