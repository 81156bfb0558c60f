import { z } from 'zod';
import { type GuardrailSettings, getGuardrailSettings } from '../../domain/guardrails/operations/reads.ts';
import { updateGuardrailSettings } from '../../domain/guardrails/operations/update-settings.ts';
import { RULE_DESCRIPTIONS } from '../../domain/guardrails/rule-list.ts';
import { GUARDRAIL_ACTIONS } from '../../domain/guardrails/types.ts';
import { area } from '../area.ts';
import { translate } from '../language/translate.ts';
import { datetimeSchema, one, resource } from '../resource.ts';
import { route } from '../route.ts';

/** What guardrails find, and what they let pass for the partner; the id is the partner's. */
export const guardrailSettingsResource = resource({
  type: 'guardrail_settings',
  attributes: {
    allowed_terms: z.array(z.string()).describe('Allowed words and addresses.'),
    rules: z
      .array(
        z.object({
          rule: z.string().describe('Name of the rule.'),
          action: z.enum(GUARDRAIL_ACTIONS).describe('Effect of a hit, unless an agent is stricter.'),
          description: z.string().describe('What the rule finds.'),
          can_be_allowed: z.boolean().describe('Whether allowed terms suppress its hits.'),
        }),
      )
      .describe('All rules, in reporting order.'),
    updated_at: datetimeSchema.nullable(),
  },
  present: (settings: GuardrailSettings, { language }) => ({
    id: settings.partner_id,
    attributes: {
      rules: RULE_DESCRIPTIONS.map((rule) => ({ ...rule, description: translate(rule.description, language) })),
    },
  }),
});

const PATH = '/content-workflow/guardrails';

export const guardrailsArea = area({
  tag: {
    name: 'Guardrails',
    group: 'Content',
    description: 'The rules that texts are checked against, and the words and addresses that a partner allows.',
  },
  routes: [
    route({
      method: 'GET',
      path: PATH,
      summary: 'Show the rules that texts are checked against, and the allowed terms',
      extension: true,
      operation: getGuardrailSettings,
      body: one(guardrailSettingsResource),
      tool: {
        name: 'get_guardrails',
        title: 'Show guardrails',
        description:
          'Reads the rules that texts are checked against (personal data, secrets, claims) and the words and addresses that the partner allows.',
      },
    }),

    route({
      method: 'PATCH',
      path: PATH,
      summary: 'Replace the words and addresses that guardrails allow',
      extension: true,
      // No tool: what checks a model's texts is not for the model to loosen.
      operation: updateGuardrailSettings,
      body: one(guardrailSettingsResource),
    }),
  ],
});
