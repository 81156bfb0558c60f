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
      summary: 'Have the AI choose an agent for a use case out of the catalogue',
      description:
        'Charged as `agent_audit` when there is an answer. It is saved nowhere: make an agent of it with POST /content-workflow/agents.',
      operation: recommendConfiguration,
      body: one(recommendationResource),
      errors: ['PRECONDITION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'],
      tool: {
        name: 'recommend_agent_configuration',
        title: 'Recommend an agent',
        description:
          'Has the AI choose type, capabilities and settings of an agent for a use case. Costs 5 credits; saves nothing: create_agent does.',
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/batch-migrate`,
      operationId: 'migrateAgentBatch',
      summary: 'Migrate several agents, each by itself; `Location` shows how far it is',
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
          'Migrates the agents that you name, or all; with dry_run it only tells what would change. Free. Ask get_agent_migration how far it is.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/batch-migrate/{job}`,
      operationId: 'getAgentBatch',
      summary: 'How far a batch of migrations is, and what has become of each agent',
      extension: true,
      operation: getBatch,
      body: one(batchResource),
      tool: {
        name: 'get_agent_migration',
        title: 'Read a batch of migrations',
        description: 'Tells how far a batch of migrations is, and what has become of each agent.',
        rename: { batch_id: 'job' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/capabilities/estimate-cost`,
      operationId: 'estimateCapabilityCost',
      summary: 'What a capability would cost, by the price table and by what it has cost',
      operation: estimateCost,
      body: one(estimateResource),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'estimate_cost',
        title: 'Estimate a cost',
        description: 'Estimates the credits of a capability, by the price table and by what it has cost. Free.',
        rename: { slug: 'capability' },
        annotations: READ_ONLY,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/capabilities/model-recommendation`,
      operationId: 'recommendModel',
      summary: 'Which model to ask for a capability, by price table and measurement; asks no AI',
      operation: recommendModel,
      body: one(modelRecommendationResource),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'recommend_model',
        title: 'Recommend a model',
        description: 'Ranks the models on offer for a capability by cost, quality or speed. Asks no AI, free.',
        rename: { slug: 'capability' },
        annotations: READ_ONLY,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}/validate`,
      summary: "Whether an agent's configuration works, with errors and warnings",
      operation: validateAgent,
      body: one(validationResource),
      tool: {
        name: 'validate_agent',
        title: 'Validate an agent',
        description:
          "Tells whether an agent's configuration works: errors, and warnings such as a newer version. Free.",
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/migrate`,
      summary: "Move an agent to the newest version of its type's definition",
      description: 'Executions that have begun go on with the version they began with.',
      operation: migrateAgent,
      body: one(migrationResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'migrate_agent',
        title: 'Migrate an agent',
        description:
          "Moves an agent to the newest version of its type's definition. What runs goes on with the old one. Free; roll_back_agent undoes it.",
        annotations: IDEMPOTENT,
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/rollback`,
      operationId: 'rollBackAgent',
      summary: 'Move an agent back to a version that it was at before',
      operation: rollBackAgent,
      body: one(migrationResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'roll_back_agent',
        title: 'Roll an agent back',
        description:
          'Moves an agent back to a version that it was at before, the last one unless you name another. Free.',
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
        description: "Lists what became of an agent's configuration, newest first: who changed what. Free.",
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/capability-models`,
      operationId: 'setCapabilityModels',
      summary: 'Choose the models that an agent asks for capabilities',
      operation: setCapabilityModels,
      body: one(agentResource),
      tool: {
        name: 'set_capability_models',
        title: 'Choose models of an agent',
        description:
          'Chooses the model that an agent asks for each capability that you name; null takes a choice back. Free. recommend_model tells which there are.',
        annotations: IDEMPOTENT,
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/preview-capability`,
      operationId: 'previewCapability',
      summary: 'What an agent would be asked to do for a capability; asks no AI and costs nothing',
      operation: previewCapability,
      body: one(previewResource),
      errors: ['PRECONDITION_FAILED', 'CAPABILITY_NOT_ALLOWED'],
      tool: {
        name: 'preview_capability',
        title: 'Preview a capability',
        description:
          'Shows the prompt, the plan and the price of a capability as an agent would carry it out. Asks no AI, makes nothing, free.',
        annotations: READ_ONLY,
        rename: { agent_id: 'agent', slug: 'capability' },
      },
    }),
  ],
});
