import { estimateCost } from '../../domain/agent-configuration/operations/estimate-cost.ts';
import { getBatch } from '../../domain/agent-configuration/operations/get-batch.ts';
import { listHistory } from '../../domain/agent-configuration/operations/list-history.ts';
import { migrateAgent } from '../../domain/agent-configuration/operations/migrate-agent.ts';
import { migrateBatch } from '../../domain/agent-configuration/operations/migrate-batch.ts';
import { previewCapability } from '../../domain/agent-configuration/operations/preview-capability.ts';
import { recommendConfiguration } from '../../domain/agent-configuration/operations/recommend-configuration.ts';
import { recommendModel } from '../../domain/agent-configuration/operations/recommend-model.ts';
import { rollBackAgent } from '../../domain/agent-configuration/operations/roll-back-agent.ts';
import { setCapabilityModels } from '../../domain/agent-configuration/operations/set-capability-models.ts';
import { validateAgent } from '../../domain/agent-configuration/operations/validate-agent.ts';
import { agentResource } from '../agents/resource.ts';
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

export const validateAgentRoute = route({
  method: 'GET',
  path: `${PREFIX}/{agent}/validate`,
  summary: "Whether an agent's configuration works, and what is to be said of it",
  operation: validateAgent,
  body: one(validationResource),
});

export const migrateAgentRoute = route({
  method: 'POST',
  path: `${PREFIX}/{agent}/migrate`,
  summary: "Move an agent to the newest version of its type's definition",
  description: 'Executions that have begun go on with the version they began with.',
  operation: migrateAgent,
  body: one(migrationResource),
  errors: ['CONFLICT'],
});

export const rollBackAgentRoute = route({
  method: 'POST',
  path: `${PREFIX}/{agent}/rollback`,
  operationId: 'rollBackAgent',
  summary: 'Move an agent back to a version that it was at before',
  operation: rollBackAgent,
  body: one(migrationResource),
  errors: ['CONFLICT'],
});

export const listAgentHistoryRoute = route({
  method: 'GET',
  path: `${PREFIX}/{agent}/history`,
  operationId: 'listAgentHistory',
  summary: "What became of an agent's configuration, newest first",
  extension: true,
  operation: listHistory,
  body: pageWithRange(revisionResource),
});

export const migrateAgentBatchRoute = route({
  method: 'POST',
  path: `${PREFIX}/batch-migrate`,
  operationId: 'migrateAgentBatch',
  summary: 'Migrate several agents, each by itself; `Location` tells how far it is',
  operation: migrateBatch,
  status: 202,
  successStatus: 202,
  body: one(batchResource),
  headers: ({ batch }) => ({ Location: batchPath(batch.id) }),
});

export const getAgentBatchRoute = route({
  method: 'GET',
  path: `${PREFIX}/batch-migrate/{job}`,
  operationId: 'getAgentBatch',
  summary: 'How far a batch of migrations is, and what has become of each agent',
  extension: true,
  operation: getBatch,
  body: one(batchResource),
});

export const setCapabilityModelsRoute = route({
  method: 'POST',
  path: `${PREFIX}/{agent}/capability-models`,
  operationId: 'setCapabilityModels',
  summary: 'Choose the models that an agent asks for capabilities',
  operation: setCapabilityModels,
  body: one(agentResource),
});

export const previewCapabilityRoute = route({
  method: 'POST',
  path: `${PREFIX}/{agent}/preview-capability`,
  operationId: 'previewCapability',
  summary: 'What an agent would be asked to do for a capability; asks no AI and costs nothing',
  operation: previewCapability,
  body: one(previewResource),
  errors: ['PRECONDITION_FAILED', 'CAPABILITY_NOT_ALLOWED'],
});

export const estimateCostRoute = route({
  method: 'POST',
  path: `${PREFIX}/capabilities/estimate-cost`,
  operationId: 'estimateCapabilityCost',
  summary: 'What a capability would cost, by the price table and by what it has cost',
  operation: estimateCost,
  body: one(estimateResource),
  errors: ['NOT_FOUND'],
});

export const recommendModelRoute = route({
  method: 'POST',
  path: `${PREFIX}/capabilities/model-recommendation`,
  operationId: 'recommendModel',
  summary: 'Which model to ask for a capability, by price table and measurement; asks no AI',
  operation: recommendModel,
  body: one(modelRecommendationResource),
  errors: ['NOT_FOUND'],
});

export const recommendConfigurationRoute = route({
  method: 'POST',
  path: `${PREFIX}/recommend-configuration`,
  operationId: 'recommendAgentConfiguration',
  summary: 'Have the AI choose an agent for a use case out of the catalogue',
  description: 'Charged as `agent_audit` when there is an answer. It is saved nowhere: make an agent of it with POST /content-workflow/agents.',
  operation: recommendConfiguration,
  body: one(recommendationResource),
  errors: ['PRECONDITION_FAILED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'],
});
