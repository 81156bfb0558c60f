import { CATALOGUE } from '../capabilities/catalogue/index.ts';
import type { Category } from '../capabilities/types.ts';
import type { Tx } from '../kernel/deps.ts';
import { insertAgents, type NewAgent } from './store.ts';

/** The agents each new partner starts with. */
const DEFAULT_AGENTS: readonly NewAgent[] = [
  {
    name: 'Writer',
    agent_type: 'writer',
    description: 'Writes and reworks content, alone or as part of a campaign.',
    capabilities: slugsOf('generation', 'workflow'),
    version: '1.0.0',
  },
  {
    name: 'Analyst',
    agent_type: 'analyst',
    description: 'Answers questions and examines content, listings, keywords and audiences.',
    capabilities: slugsOf('analysis'),
    version: '1.0.0',
  },
  {
    name: 'Publisher',
    agent_type: 'publisher',
    description: 'Plans and schedules what is published, and runs campaigns.',
    capabilities: slugsOf('publishing', 'workflow'),
    version: '1.0.0',
  },
];

/** Gives a new partner its agents. */
export function giveDefaultAgents(tx: Tx, partnerId: number): Promise<void> {
  return insertAgents(tx.em, tx.now, partnerId, DEFAULT_AGENTS);
}

function slugsOf(...categories: Category[]): string[] {
  return CATALOGUE.filter((capability) => categories.includes(capability.category)).map(({ slug }) => slug);
}
