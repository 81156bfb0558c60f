import type { AuditedRecord } from '../../infra/database/port.ts';
import { priceOf } from '../capabilities/settings.ts';
import type { Capability, RetrievalRequest } from '../capabilities/types.ts';
import { holdCredits, holdFor } from '../credits/ledger.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Tx } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { creditReference } from './rules.ts';
import { insertExecution } from './store.ts';
import type { ExecutionPriority } from './table.ts';
import type { ExecutionSummary } from './types.ts';

/** An execution to be accepted. */
export interface Order {
  /** Slug of the capability, or of the template. */
  slug: string;
  /** The capabilities that it needs. */
  capabilities: readonly string[];
  template: boolean;
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
}

/** An order of a single capability at its price. */
export function capabilityOrder(
  capability: Capability,
  settings: Record<string, unknown>,
): Pick<Order, 'slug' | 'capabilities' | 'template' | 'price' | 'settings'> {
  const { slug } = capability;
  return { slug, capabilities: [slug], template: false, price: priceOf(capability, settings), settings };
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
  const hold = holdFor(call, { amount: order.price, reference: creditReference(rowKey), capability: slug });
  const execution = await insertExecution(tx.em, tx.now, {
    rowKey,
    partnerId,
    agentId: order.agentId,
    capability: slug,
    capabilities: order.capabilities,
    priority,
    creditsHeld: hold.amount,
    settings: order.settings,
    context: order.context,
    lookup: order.lookup,
    notifyOnComplete: order.notifyOnComplete,
    sandbox: isSandbox(call),
    retriedFrom: order.retriedFrom,
    keyFamilyId: hold.key?.keyFamilyId ?? null,
    templateSlug: order.template ? slug : null,
    triggerChain: order.triggerChain ?? [],
  });
  holdCredits(tx, hold);
  tx.enqueue({
    kind: 'execution.start',
    executionId: execution.id,
    rowKey,
    partnerId,
    capability: slug,
    priority,
    requestId: call.requestId,
  });
  return execution;
}

/** The audit record of an accepted execution. */
export function auditAccepted({ id, capability }: ExecutionSummary): AuditedRecord {
  return { type: 'execution', id, details: { capability } };
}
