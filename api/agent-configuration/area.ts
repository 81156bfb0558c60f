import { estimateCost } from '../../domain/agent-configuration/operations/estimate-cost.ts';
import { migrateAgent, rollBackAgent } from '../../domain/agent-configuration/operations/migrate-agent.ts';
import { migrateBatch } from '../../domain/agent-configuration/operations/migrate-batch.ts';
import { previewCapability } from '../../domain/agent-configuration/operations/preview-capability.ts';
import { getBatch, listHistory, validateAgent } from '../../domain/agent-configuration/operations/reads.ts';
import { recommendConfiguration } from '../../domain/agent-configuration/operations/recommend-configuration.ts';
import { recommendModel } from '../../domain/agent-configuration/operations/recommend-model.ts';
import { setCapabilityModels } from '../../domain/agent-configuration/operations/set-capability-models.ts';
import { agentResource } from '../agents/resource.ts';
import { area } from '../area.ts';
import { IDEMPOTENT, OUTBOUND, READ_ONLY } from '../mcp/tool-options.ts';
import { one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import {
  batchPath,
  batchResource,
  estimateResource,
  migrationResource,
  modelRecommendationResource,
  previewResource,
  recommendationResource,
  revisionResource,
  validationResource,
} from './resource.ts';

const PREFIX = '/agents/audit';

export const agentConfigurationArea = area({
  tag: { name: 'Agent configuration', group: 'Content', description: 'Versions and settings of agents.' },
  legacy: true,
  firstTools: [
    'validate_agent',
    'migrate_agent',
    'roll_back_agent',
    'list_agent_history',
    'set_capability_models',
    'preview_capability',
    'estimate_cost',
    'recommend_model',
  ],
  routes: [
    route({
      method: 'POST',
      path: `${PREFIX}/recommend-configuration`,
      operationId: 'recommendAgentConfiguration',
      summary: 'Have the AI recommend an agent for a use case from the catalog',
      description:
        'Charges `agent_audit` when there is an answer. Saves nothing: create the agent with POST /content-workflow/agents.',
      operation: recommendConfiguration,
      body: one(recommendationResource),
      errors: ['PRECONDITION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'],
      tool: {
        name: 'recommend_agent_configuration',
        title: 'Recommend an agent',
        description:
          'Has the AI recommend type, capabilities and settings of an agent for a use case. Costs 5 credits; saves nothing: use create_agent.',
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/batch-migrate`,
      operationId: 'migrateAgentBatch',
      summary: 'Migrate several agents independently; `Location` shows the progress',
      operation: migrateBatch,
      status: 202,
      successStatus: 202,
      body: one(batchResource),
      headers: ({ batch }) => ({ Location: batchPath(batch.id) }),
      locates: true,
      errors: ['NOT_FOUND'],
      tool: {
        name: 'migrate_agents',
        title: 'Migrate several agents',
        description:
          'Migrates the given agents, or all; with dry_run only shows what would change. Free. Poll get_agent_migration.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/batch-migrate/{job}`,
      operationId: 'getAgentBatch',
      summary: 'Progress of a batch of migrations, and the result for each agent',
      extension: true,
      operation: getBatch,
      body: one(batchResource),
      tool: {
        name: 'get_agent_migration',
        title: 'Read a batch of migrations',
        description: 'Reads the progress of a batch of migrations, and the result for each agent.',
        rename: { batch_id: 'job' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/capabilities/estimate-cost`,
      operationId: 'estimateCapabilityCost',
      summary: 'Estimate the cost of a capability from the price table and past executions',
      operation: estimateCost,
      body: one(estimateResource),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'estimate_cost',
        title: 'Estimate a cost',
        description: 'Estimates the credits of a capability from the price table and past executions. Free.',
        rename: { slug: 'capability' },
        annotations: READ_ONLY,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/capabilities/model-recommendation`,
      operationId: 'recommendModel',
      summary: 'Recommend a model for a capability from prices and measurements; no AI call',
      operation: recommendModel,
      body: one(modelRecommendationResource),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'recommend_model',
        title: 'Recommend a model',
        description: 'Ranks the available models for a capability by cost, quality or speed. Calls no AI, free.',
        rename: { slug: 'capability' },
        annotations: READ_ONLY,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}/validate`,
      summary: "Check an agent's configuration; returns errors and warnings",
      operation: validateAgent,
      body: one(validationResource),
      tool: {
        name: 'validate_agent',
        title: 'Validate an agent',
        description: "Checks an agent's configuration: returns errors, and warnings such as a newer version. Free.",
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/migrate`,
      summary: "Move an agent to the newest version of its type's definition",
      description: 'Executions that have begun keep their version.',
      operation: migrateAgent,
      body: one(migrationResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'migrate_agent',
        title: 'Migrate an agent',
        description:
          "Moves an agent to the newest version of its type's definition. Running work keeps the old one. Free; roll_back_agent undoes it.",
        annotations: IDEMPOTENT,
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/rollback`,
      operationId: 'rollBackAgent',
      summary: 'Move an agent back to an earlier version',
      operation: rollBackAgent,
      body: one(migrationResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'roll_back_agent',
        title: 'Roll an agent back',
        description: 'Moves an agent back to an earlier version, by default the last one. Free.',
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}/history`,
      operationId: 'listAgentHistory',
      summary: "Changes of an agent's configuration, newest first",
      extension: true,
      operation: listHistory,
      body: pageWithRange(revisionResource),
      tool: {
        name: 'list_agent_history',
        title: 'Read the history of an agent',
        description: "Lists the changes of an agent's configuration with their authors, newest first. Free.",
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/capability-models`,
      operationId: 'setCapabilityModels',
      summary: 'Choose which models an agent uses for its capabilities',
      operation: setCapabilityModels,
      body: one(agentResource),
      tool: {
        name: 'set_capability_models',
        title: 'Choose models of an agent',
        description:
          'Sets the model that an agent uses for each given capability; null clears it. Free. recommend_model lists the models.',
        annotations: IDEMPOTENT,
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/preview-capability`,
      operationId: 'previewCapability',
      summary: "Preview an agent's prompt for a capability; no AI call, no charge",
      operation: previewCapability,
      body: one(previewResource),
      errors: ['PRECONDITION_FAILED', 'CAPABILITY_NOT_ALLOWED'],
      tool: {
        name: 'preview_capability',
        title: 'Preview a capability',
        description:
          'Shows the prompt, plan and price of a capability for an agent. Calls no AI, creates nothing, free.',
        annotations: READ_ONLY,
        rename: { agent_id: 'agent', slug: 'capability' },
      },
    }),
  ],
});
