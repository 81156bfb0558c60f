import { isDeepStrictEqual } from 'node:util';
import { actorName, type Call } from '../kernel/call.ts';
import type { Tx } from '../kernel/deps.ts';
import type { AgentDefinition } from './definitions.ts';
import { lockAgent, updateAgentRow } from './store.ts';
import type { AgentChange, AgentRow } from './table.ts';

/** Fields of an agent that its partner can change. */
type AgentFields = Pick<
  AgentRow,
  'name' | 'description' | 'is_active' | 'capabilities' | 'model' | 'settings' | 'capability_models'
>;

/** Differences between an agent's fields; settings and capability models are listed one by one. */
function fieldChanges(before: AgentFields, after: AgentFields): AgentChange[] {
  const { settings, capability_models, ...fields } = partsOf(before);
  const { settings: settingsAfter, capability_models: modelsAfter, ...fieldsAfter } = partsOf(after);
  return [
    ...differences('', fields, fieldsAfter),
    ...differences('settings.', settings, settingsAfter),
    ...differences('capability_models.', capability_models, modelsAfter),
  ];
}

/** Differences between two versions of a definition. */
export function definitionChanges(from: AgentDefinition, to: AgentDefinition): AgentChange[] {
  return [
    ...differences(
      '',
      { model: from.model, temperature: from.temperature },
      { model: to.model, temperature: to.temperature },
    ),
    ...differences('prompts.', { ...from.prompts }, { ...to.prompts }),
    ...differences('guardrails.', { ...from.guardrails }, { ...to.guardrails }),
    ...differences('capability_models.', { ...from.capability_models }, { ...to.capability_models }),
  ];
}

function partsOf(agent: AgentFields): AgentFields {
  const { name, description, is_active, capabilities, model, settings, capability_models } = agent;
  return { name, description, is_active, capabilities, model, settings, capability_models };
}

function differences(prefix: string, before: Record<string, unknown>, after: Record<string, unknown>): AgentChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => ({ field: `${prefix}${name}`, from: before[name] ?? null, to: after[name] ?? null }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to));
}

/** Updates an agent's fields and adds a revision. The row lock serialises concurrent changes. */
export async function changeAgent(
  tx: Tx,
  call: Call,
  id: number,
  change: (agent: AgentRow) => Partial<AgentFields>,
): Promise<AgentRow> {
  const agent = await lockAgent(tx.em, id);
  const changed = { ...agent, ...change(agent) };
  const changes = fieldChanges(agent, changed);
  if (changes.length === 0) {
    tx.unchanged();
    return agent;
  }
  const { config_version: from_version } = agent;
  return updateAgentRow(tx.em, tx.now, changed, {
    kind: 'updated',
    from_version,
    changes,
    actor: actorName(call.actor),
  });
}
