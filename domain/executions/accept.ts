import type { AuditedRecord } from '../../infra/database/port.ts';
import type { AgentRow } from '../agents/table.ts';
import { ownAgent, requireActive, unsupportedBy } from '../agents/target.ts';
import type { ReferencedRecords, RequestedWork } from '../capabilities/feature.ts';
import { priceOf } from '../capabilities/request.ts';
import type { Capability, RetrievalRequest } from '../capabilities/types.ts';
import { holdCredits, holdFor } from '../credits/ledger.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { invalid } from '../kernel/errors.ts';
import { detailsOf, partnerOf } from '../kernel/invoke.ts';
import { references, validFields } from '../kernel/references.ts';
import { jsonObject } from '../kernel/schema.ts';
import { creditReference, type ExecutionSummary } from './rules.ts';
import { type ItemPeople, insertExecution } from './store.ts';
import type { ExecutionPriority } from './table.ts';

/** What runs call an execution of a partner's own template. */
const OWN_TEMPLATE = 'own_template';

const NOBODY: ItemPeople = { assignee_id: null, reviewer_id: null };

/** An execution to be accepted. */
export interface Order {
  /** Slug of the capability, or of the template. */
  slug: string;
  /** The capabilities that it needs. */
  capabilities: readonly string[];
  /** Which template it is of: one of the platform's, or a version of the partner's own; null: it is of a capability. */
  template: 'platform' | { id: number; version: number } | null;
  /** Whole credits. */
  price: number;
  agentId: number | null;
  priority: ExecutionPriority;
  settings: Record<string, unknown>;
  context: Record<string, unknown>;
  /** Retrieval of passages from documents when the execution begins. */
  lookup: RetrievalRequest | null;
  notifyOnComplete: boolean;
  retriedFrom: number | null;
  /** Triggers that led to it, first to last. */
  triggerChain?: readonly number[];
  /** Whom its content items get; nobody by default. */
  itemPeople?: ItemPeople;
}

/** An order of a single capability at its price. */
export function capabilityOrder(
  capability: Capability,
  settings: Record<string, unknown>,
): Pick<Order, 'slug' | 'capabilities' | 'template' | 'price' | 'settings'> {
  const { slug } = capability;
  return { slug, capabilities: [slug], template: null, price: priceOf(capability, settings), settings };
}

/** Further work in the transaction that accepts an execution. */
export interface AcceptanceHooks {
  /** Runs before anything is written. If it throws, the execution is not accepted. */
  admit?(tx: Tx): Promise<void>;
  /** Runs after the execution and its steps are written. */
  onAccepted?(tx: Tx, execution: ExecutionSummary): Promise<void>;
}

/** Holds the price, inserts the execution and enqueues its start, all in the caller's transaction. */
export async function accept(tx: Tx, call: Call, rowKey: string, order: Order): Promise<ExecutionSummary> {
  const partnerId = partnerOf(call);
  const { slug, priority } = order;
  const own = order.template === 'platform' ? null : order.template;
  const hold = holdFor(call, { amount: order.price, reference: creditReference(rowKey), capability: slug });
  const { assignee_id, reviewer_id } = order.itemPeople ?? NOBODY;
  const startedBy = call.actor.kind === 'user' && !order.triggerChain?.length ? call.actor.userId : null;
  const execution = await insertExecution(
    tx.em,
    tx.now,
    {
      row_key: rowKey,
      partner_id: partnerId,
      capability: slug,
      priority,
      credits_held: hold.amount,
      settings: order.settings,
      context: order.context,
      lookup: order.lookup,
      notify_on_complete: order.notifyOnComplete,
      sandbox: isSandbox(call),
      retried_from: order.retriedFrom,
      lineage_id: hold.key?.keyFamilyId ?? null,
      template_slug: order.template === null ? null : slug,
      template_id: own?.id ?? null,
      template_version: own?.version ?? null,
      trigger_chain: [...(order.triggerChain ?? [])],
      assignee_id,
      reviewer_id,
      started_by: startedBy,
    },
    { id: order.agentId, capabilities: order.capabilities },
  );
  holdCredits(tx, hold);
  tx.enqueue({
    kind: 'execution.start',
    executionId: execution.id,
    rowKey,
    partnerId,
    // Operators read it, and a slug of the partner's own is not for them.
    capability: own ? OWN_TEMPLATE : slug,
    priority,
    requestId: call.requestId,
  });
  return execution;
}

/** The audit record of an accepted execution. */
export function auditAccepted({ id, capability }: ExecutionSummary): AuditedRecord {
  return { type: 'execution', id, details: { capability } };
}

/** An input that references records: the settings are those of the capability. */
interface Referencing {
  agent_id?: number | null | undefined;
  context?: Record<string, unknown> | undefined;
  settings?: Record<string, unknown> | undefined;
}

/** Loads the agent and the records that valid parts of an input reference. Throws NOT_FOUND and FORBIDDEN. */
export async function requireReferences(
  deps: Deps,
  call: Call,
  { agent_id, context, settings }: Referencing,
  capability: Capability | null | undefined,
): Promise<void> {
  if (agent_id != null) await ownAgent(deps, call, { id: agent_id });
  if (!capability) return;
  await resolveReferencedRecords(deps, call, {
    capability,
    settings: validFields(capability.settings.shape, settings),
    context: validFields(deps.capabilities.referencingContext.shape.context.shape, context),
  });
}

/** The records that `settings` reference, of a job with the capability. */
export const referencesInSettings = references(
  { settings: jsonObject() },
  (deps, call, named, { capability }: { capability: Capability | null }) =>
    requireReferences(deps, call, named, capability),
);

/**
 * The agent that a request specifies; null: none. It must be active (else PRECONDITION_FAILED) and support all the
 * capabilities (else VALIDATION_ERROR).
 */
export async function requestedAgent(
  deps: Deps,
  call: Call,
  id: number | null,
  capabilities: readonly string[],
): Promise<AgentRow | null> {
  if (id === null) return null;
  const agent = await ownAgent(deps, call, { id });
  requireActive(agent);
  const problem = unsupportedBy(agent, capabilities);
  if (problem !== undefined) throw invalid({ agent_id: [problem] });
  return agent;
}

/**
 * The records that context and settings reference, as stored with the execution: later changes to the records do not
 * affect it or its retries. Throws NOT_FOUND, FORBIDDEN and VALIDATION_ERROR.
 */
export async function resolveReferencedRecords(
  deps: Pick<Deps, 'db' | 'capabilities'>,
  call: Call,
  work: RequestedWork,
): Promise<ReferencedRecords> {
  const { records, referencingContext } = deps.capabilities;
  const parsed = referencingContext.safeParse({ context: work.context }, { reportInput: true });
  if (!parsed.success) throw invalid(detailsOf(parsed.error));
  const added: ReferencedRecords = { context: {}, lookup: null };
  for (const { load } of records) {
    const { context, lookup } = await load(deps, call, work);
    Object.assign(added.context, context);
    added.lookup = lookup ?? added.lookup;
  }
  // A context may have thousands of entries, so it is copied only where something is added.
  const isUnchanged = Object.keys(added.context).length === 0;
  return isUnchanged
    ? { ...added, context: work.context }
    : { ...added, context: { ...work.context, ...added.context } };
}
