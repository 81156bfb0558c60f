import { z } from 'zod';
import { capabilities, optionalText, promptText, step } from '../capabilities/define.ts';
import type { Feature } from '../capabilities/feature.ts';

/** Declares the capability `agent_audit`. */
export const agentAuditFeature: Feature = {
  entries: capabilities([
    {
      slug: 'agent_audit',
      name: 'Agent audit',
      description: 'Examines how an agent is set up and what could go wrong.',
      settings: z.object({
        agent_description: promptText('The agent: its purpose, capabilities, model, settings and figures.', 8_000),
        concerns: optionalText('What to look at in particular.', 1_000),
      }),
      prompt_settings: ['agent_description'],
      default_plan: [step('findings', 'Examine the agent', 'analyze', [], { type: 'findings' })],
      optional_kinds: [],
      brief:
        'You audit AI agents that make marketing content. You look at fitness for the purpose, breadth of what they may do, guardrails, cost and reliability.',
    },
  ]),
};
