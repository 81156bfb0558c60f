import { ANALYST_1 } from './analyst-1.ts';
import type { AgentDefinition } from './types.ts';

/** Says how sure it is, and stops where a finding would promise something; answers vary less from run to run. */
export const ANALYST_2: AgentDefinition = {
  ...ANALYST_1,
  version: 2,
  label: '2.0.0',
  prompts: {
    plan: ANALYST_1.prompts.plan,
    write: ['Write as an analyst reports: the finding, then what it rests on, then how sure it is.'],
    analyse: [
      'You are a careful analyst. Tell what is observed from what is concluded.',
      'Say what is missing rather than guess; a finding without ground in the inputs is left out.',
      'Recommendations name the next step and who takes it.',
    ],
  },
  temperature: 0.2,
  guardrails: { blocking: ['claim.banned'], banned_phrases: [] },
};
