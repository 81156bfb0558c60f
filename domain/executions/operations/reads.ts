import { ownAgent } from '../../agents/target.ts';
import type { Capability } from '../../capabilities/types.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { references } from '../../kernel/references.ts';
import { recordId } from '../../kernel/schema.ts';
import { type StepExchange, selectExchanges } from '../exchange-store.ts';
import { selectExecutions } from '../list-store.ts';
import { templateOf } from '../planning.ts';
import type { ExecutionDetail, ExecutionSummary } from '../rules.ts';
import {
  executionParams,
  executionQuery,
  listExchangesQuery,
  listExecutionsQuery,
  ownExecution,
  ownExecutionDetail,
} from '../target.ts';

/** An execution, and what its settings are made of where that was asked for and is still in a catalogue. */
export type ExecutionWithForm = ExecutionDetail & { form?: Capability['settings'] | undefined };

/** One execution with its plan, results and assets. */
export const getExecution = operation({
  name: 'executions.get',
  permission: 'view_content',
  params: executionParams,
  target: ownExecutionDetail,
  input: executionQuery,
  run: async ({ capabilities, db }, _call, { include }, detail): Promise<ExecutionWithForm> => {
    if (include === undefined) return detail;
    const { execution } = detail;
    const ofTemplate = execution.template_slug !== null;
    const template = ofTemplate ? await templateOf(capabilities, db, execution) : undefined;
    return { ...detail, form: ofTemplate ? template?.input : capabilities.find(execution.capability)?.settings };
  },
});

/** One execution, of which the assets are shown. */
export const getExecutionAssets = readOperation({
  name: 'executions.assets',
  permission: 'view_content',
  params: executionParams,
  target: ownExecutionDetail,
});

/** The steps of an execution with what the AI was asked and has answered. */
export const listExchanges = operation({
  name: 'executions.list_exchanges',
  permission: 'view_billing',
  params: executionParams,
  target: ownExecution,
  input: listExchangesQuery,
  run: ({ db }, _call, page, { id }): Promise<Page<StepExchange>> => selectExchanges(db, id, page),
});

/** One execution without its plan and results. */
export const getExecutionSummary = readOperation({
  name: 'executions.get_summary',
  permission: 'view_content',
  params: executionParams,
  target: ownExecution,
});

/** The partner's executions, newest first. */
export const listExecutions = operation({
  name: 'executions.list',
  permission: 'view_content',
  params: nothing,
  references: references({ agent_id: recordId, trigger_id: recordId }, requireOwnFilters),
  input: listExecutionsQuery,
  run: async (deps, call, query) => {
    await requireOwnFilters(deps, call, query);
    return selectExecutions(deps.db, partnerOf(call), query, query);
  },
});

/** Records in a query give the same errors as one in a path. */
async function requireOwnFilters(
  deps: Deps,
  call: Call,
  { agent_id, trigger_id }: { agent_id?: number | undefined; trigger_id?: number | undefined },
): Promise<void> {
  if (agent_id !== undefined) await ownAgent(deps, call, { id: agent_id });
  if (trigger_id !== undefined) await deps.capabilities.requireOwn('trigger', deps, call, trigger_id);
}

/** Checks access to an execution's event stream. */
export const watchExecution = readOperation({
  name: 'executions.watch',
  permission: 'view_content',
  params: executionParams,
  target: ownExecution,
});

/** The execution that an earlier, identical request made. */
export function recoverExecution(deps: Deps, call: Call, madeId: string): Promise<ExecutionSummary> {
  return ownExecution(deps, call, { id: Number(madeId) });
}
