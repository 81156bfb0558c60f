import { actorName, type Call } from '../kernel/call.ts';
import type { Tx } from '../kernel/deps.ts';
import { type AgentFields, fieldChanges } from './changes.ts';
import { lockAgent, updateAgent } from './store.ts';
import type { AgentRow } from './table.ts';

/** Changes an agent's own fields, and enters that into its history. Of two changes at once, each finds what the other has left. */
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
  return updateAgent(tx.em, tx.now, changed, { kind: 'updated', from_version, changes, actor: actorName(call.actor) });
}
