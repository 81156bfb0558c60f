import { z } from 'zod';
import { capabilities, optionalText, promptText, step, voice } from '../capabilities/define.ts';
import type { Feature } from '../capabilities/feature.ts';

/** One message of a dry-run session as a capability. */
export const dryRunSessionFeature: Feature = {
  entries: capabilities([
    {
      slug: 'dry_run',
      name: 'Dry run',
      description: 'Answers one message as an agent would, without side effects.',
      settings: z.object({
        message: promptText('The message to the agent.', 4_000),
        persona: optionalText('Who speaks: name, role, goals.', 1_000),
        tone: voice().tone,
        language: voice().language,
      }),
      prompt_settings: ['message'],
      default_plan: [step('reply', 'Reply to the message', 'answer', [], { type: 'answer' })],
      optional_kinds: [],
      brief:
        'You are a marketing agent in a rehearsal. Reply to the message as you would to the persona in the inputs, and change nothing in the world.',
    },
  ]),
};
