import type { Tx } from '../kernel/deps.ts';
import { type AgentType, latestDefinition } from './definitions.ts';
import { insertAgents } from './store.ts';

/** The agents of a new partner. */
const DEFAULT_AGENTS: readonly { name: string; agent_type: AgentType }[] = [
  { name: 'Writer', agent_type: 'writer' },
  { name: 'Analyst', agent_type: 'analyst' },
  { name: 'Publisher', agent_type: 'publisher' },
];

/** Adds the default agents to a new partner, each at the newest version of its type. */
export async function addDefaultAgents(tx: Tx, partnerId: number): Promise<void> {
  const agents = DEFAULT_AGENTS.map(({ name, agent_type }) => {
    const { description, capabilities, label, version } = latestDefinition(agent_type);
    return {
      partner_id: partnerId,
      name,
      agent_type,
      description,
      is_active: true,
      capabilities: capabilities && [...capabilities],
      model: null,
      version: label,
      config_version: version,
      settings: {},
      capability_models: {},
    };
  });
  await insertAgents(tx.em, tx.now, agents, 'system');
}
