import { CATALOGUE } from '../capabilities/catalogue/index.ts';
import type { Category } from '../capabilities/types.ts';

interface DefaultAgent {
  name: string;
  agent_type: string;
  description: string;
  capabilities: string[];
  version: string;
}

/** The agents each new partner starts with. */
export const DEFAULT_AGENTS: readonly DefaultAgent[] = [
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

function slugsOf(...categories: Category[]): string[] {
  return CATALOGUE.filter((capability) => categories.includes(capability.category)).map(({ slug }) => slug);
}
