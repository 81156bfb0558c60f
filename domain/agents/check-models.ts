import type { Deps } from '../kernel/deps.ts';
import { type ErrorDetails, Problems } from '../kernel/problems.ts';

/** Validates the models in a body's `model` and in its models by capability (field `byCapability`): the service must know them. */
export function checkModels(byCapability = 'capability_models') {
  return async ({ ai }: Deps, raw: unknown): Promise<ErrorDetails> => {
    const body = recordOf(raw);
    const known = new Set(ai.models.known.map(({ name }) => name));
    const problems = new Problems();
    const check = (field: string, name: unknown) => {
      if (typeof name === 'string' && !known.has(name.trim())) problems.add(field, unknownModel(ai.models));
    };
    check('model', body['model']);
    for (const [capability, name] of Object.entries(recordOf(body[byCapability])).slice(0, 100))
      check(`${byCapability}.${capability}`, name);
    return problems.details() ?? {};
  };
}

function unknownModel({ known }: Deps['ai']['models']): string {
  const offered = known.filter(({ isOffered }) => isOffered).map(({ name }) => name);
  return `Must be a model that the service knows; on offer: ${offered.join(', ')}.`;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
