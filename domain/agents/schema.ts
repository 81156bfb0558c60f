import { z } from 'zod';
import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import type { Deps } from '../kernel/deps.ts';
import { asJsonObject } from '../kernel/json.ts';
import { type ErrorDetails, Problems } from '../kernel/problems.ts';
import { integer, looseText, partialRecordOf, recordId, resettable, text } from '../kernel/schema.ts';
import { PARTNER_AGENT_TYPES } from './definitions.ts';
import { agentSettings, agentSettingsChange } from './settings.ts';

export const agentParams = z.object({ id: recordId.describe('Id of an agent.') });

const capabilitySlug = z.enum(CAPABILITY_SLUGS);
/** Name of a model; the models depend on the operator, so `checkModels` validates it. */
export const modelName = text(120);

/** Models by capability; at most one entry for each capability. */
export function modelsByCapability<Model extends z.ZodType>(model: Model) {
  return partialRecordOf(capabilitySlug, model, CAPABILITY_SLUGS.length);
}

const capabilities = z
  .array(capabilitySlug)
  .min(1)
  .max(CAPABILITY_SLUGS.length)
  .transform((slugs) => [...new Set(slugs)])
  .nullable()
  .describe('Capabilities that the agent runs; null means all.');
const model = modelName.nullable().describe('Model that it uses; null means the configured one.');
const description = looseText(1_000).describe('Purpose of the agent.');

export const createAgentBody = z.object({
  name: text(255).describe('Display name.'),
  agent_type: z.enum(PARTNER_AGENT_TYPES).describe('Type whose definition it follows.'),
  description: description.optional(),
  is_active: z.boolean().default(true).describe('Whether it gets work.'),
  capabilities: capabilities.optional(),
  model: model.optional(),
  settings: agentSettings.default({}).describe('How the agent works, unless its type or the task says otherwise.'),
  capability_models: modelsByCapability(modelName).default({}).describe('Models by capability.'),
  config_version: integer(1, 1_000)
    .optional()
    .describe('Version of the definition of its type; defaults to the newest.'),
});

/** Omitted fields keep their value. */
export const updateAgentBody = z.object({
  name: text(255).optional().describe('Display name.'),
  description: resettable(description, '').describe('Purpose of the agent.'),
  is_active: z.boolean().optional().describe('Whether it gets work; running work is finished in any case.'),
  capabilities: capabilities.optional(),
  model: model.optional(),
  settings: agentSettingsChange.optional().describe('Merged into the present settings key by key; null removes one.'),
  capability_models: modelsByCapability(modelName.nullable())
    .optional()
    .describe('Models by capability, merged key by key.'),
});

/** Validates the models in a body's `model` and in its models by capability (field `byCapability`): the service must know them. */
export function checkModels(byCapability = 'capability_models') {
  return async ({ ai }: Deps, raw: unknown): Promise<ErrorDetails> => {
    const body = asJsonObject(raw);
    const known = new Set(ai.models.known.map(({ name }) => name));
    const problems = new Problems();
    const check = (field: string, name: unknown) => {
      if (typeof name === 'string' && !known.has(name.trim())) problems.add(field, unknownModel(ai.models));
    };
    check('model', body['model']);
    for (const [capability, name] of Object.entries(asJsonObject(body[byCapability])).slice(0, 100))
      check(`${byCapability}.${capability}`, name);
    return problems.details() ?? {};
  };
}

function unknownModel({ known }: Deps['ai']['models']): string {
  const offered = known.filter(({ isOffered }) => isOffered).map(({ name }) => name);
  return `Must be a model that the service knows; on offer: ${offered.join(', ')}.`;
}
