import type { Area } from '../area.ts';
import { ADDS, CHANGES, READS, tool } from '../mcp/tool.ts';
import {
  estimateCostRoute,
  getAgentBatchRoute,
  listAgentHistoryRoute,
  migrateAgentBatchRoute,
  migrateAgentRoute,
  previewCapabilityRoute,
  recommendConfigurationRoute,
  recommendModelRoute,
  rollBackAgentRoute,
  setCapabilityModelsRoute,
  validateAgentRoute,
} from './routes.ts';

/** Versions and settings of agents. */
export const agentConfigurationArea: Area = {
  tag: { name: 'Agent configuration', group: 'Content', description: 'Versions and settings of agents.' },
  routes: [
    recommendConfigurationRoute,
    migrateAgentBatchRoute,
    getAgentBatchRoute,
    estimateCostRoute,
    recommendModelRoute,
    validateAgentRoute,
    migrateAgentRoute,
    rollBackAgentRoute,
    listAgentHistoryRoute,
    setCapabilityModelsRoute,
    previewCapabilityRoute,
  ],
  legacy: true,
  tools: [
    tool(validateAgentRoute, {
      name: 'validate_agent',
      title: 'Validate an agent',
      description: "Tells whether an agent's configuration works: errors, and warnings such as a newer version. Free.",
      annotations: READS,
      rename: { agent_id: 'agent' },
    }),
    tool(migrateAgentRoute, {
      name: 'migrate_agent',
      title: 'Migrate an agent',
      description:
        "Moves an agent to the newest version of its type's definition. What runs goes on with the old one. Free; roll_back_agent undoes it.",
      annotations: CHANGES,
      rename: { agent_id: 'agent' },
    }),
    tool(rollBackAgentRoute, {
      name: 'roll_back_agent',
      title: 'Roll an agent back',
      description:
        'Moves an agent back to a version that it was at before, the last one unless you name another. Free.',
      annotations: ADDS,
      rename: { agent_id: 'agent' },
    }),
    tool(listAgentHistoryRoute, {
      name: 'list_agent_history',
      title: 'Read the history of an agent',
      description: "Lists what became of an agent's configuration, newest first: who changed what. Free.",
      annotations: READS,
      rename: { agent_id: 'agent' },
    }),
    tool(setCapabilityModelsRoute, {
      name: 'set_capability_models',
      title: 'Choose models of an agent',
      description:
        'Chooses the model that an agent asks for each capability that you name; null takes a choice back. Free. recommend_model tells which there are.',
      annotations: CHANGES,
      rename: { agent_id: 'agent' },
    }),
    tool(previewCapabilityRoute, {
      name: 'preview_capability',
      title: 'Preview a capability',
      description:
        'Shows the prompt, the plan and the price of a capability as an agent would carry it out. Asks no AI, makes nothing, free.',
      annotations: READS,
      rename: { agent_id: 'agent', slug: 'capability' },
    }),
    tool(estimateCostRoute, {
      name: 'estimate_cost',
      title: 'Estimate a cost',
      description: 'Estimates the credits of a capability, by the price table and by what it has cost. Free.',
      rename: { slug: 'capability' },
      annotations: READS,
    }),
    tool(recommendModelRoute, {
      name: 'recommend_model',
      title: 'Recommend a model',
      description: 'Ranks the models on offer for a capability by cost, quality or speed. Asks no AI, free.',
      rename: { slug: 'capability' },
      annotations: READS,
    }),
    tool(recommendConfigurationRoute, {
      name: 'recommend_agent_configuration',
      title: 'Recommend an agent',
      description:
        'Has the AI choose type, capabilities and settings of an agent for a use case. Costs 5 credits; saves nothing: create_agent does.',
      annotations: ADDS,
    }),
    tool(migrateAgentBatchRoute, {
      name: 'migrate_agents',
      title: 'Migrate several agents',
      description:
        'Migrates the agents that you name, or all; with dry_run it only tells what would change. Free. Ask get_agent_migration how far it is.',
      annotations: ADDS,
    }),
    tool(getAgentBatchRoute, {
      name: 'get_agent_migration',
      title: 'Read a batch of migrations',
      description: 'Tells how far a batch of migrations is, and what has become of each agent.',
      annotations: READS,
      rename: { batch_id: 'job' },
    }),
  ],
};
