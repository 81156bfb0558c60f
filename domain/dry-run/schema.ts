import { z } from 'zod';
import { looseText, ofSandbox, onceValid, pageNumbers, pageQuery, recordId, text } from '../kernel/schema.ts';
import { TOKEN_LENGTH } from './rules.ts';
import { type Persona, SESSION_STATUSES } from './table.ts';

const MAX_MESSAGE = 4_000;
const MAX_GOALS = 20;
/** Maximum messages per page, and the default page size of a session. */
const MESSAGES_A_PAGE = 100;

export const sessionParams = z.object({
  token: z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9]{${TOKEN_LENGTH}}$`), `Must be ${TOKEN_LENGTH} letters and digits.`)
    .describe('Token of a session.'),
});

/** Path of the agent of a new session. */
export const agentParams = z.object({ agent: recordId.describe('Id of an agent.') });

const personaFields = {
  name: text(100).nullish().describe('Name of the persona.'),
  role: text(200).nullish().describe('Role, such as `CFO of a retailer`.'),
  goals: z
    .union([text(1_000), z.array(text(200)).max(MAX_GOALS)])
    .nullish()
    .describe('Goals, as a text or a list.'),
  tone: text(100).nullish().describe('Manner of speaking.'),
};

/** JSON Schema of an empty list or null. */
const EMPTY_LIST = { type: ['array', 'null'], items: {}, maxItems: 0 };

/** The persona that speaks to the agent; at least one field is required. */
export const personaBody = z
  .object(personaFields)
  .refine((persona) => Object.values(persona).some((value) => value != null && value.length > 0), {
    error: 'Say at least one of name, role, goals and tone.',
    ...onceValid(...Object.keys(personaFields)),
  })
  .meta({ not: { properties: { name: EMPTY_LIST, role: EMPTY_LIST, goals: EMPTY_LIST, tone: EMPTY_LIST } } });

/** The persona of a body; absent fields become null. */
export function personaOf({ name, role, goals, tone }: z.output<typeof personaBody>): Persona {
  return { name: name ?? null, role: role ?? null, goals: goals ?? null, tone: tone ?? null };
}

const startFields = {
  persona: personaBody.nullish().describe('The persona that speaks to the agent; none by default.'),
  capability: text(64)
    .nullish()
    .describe('Slug of the capability that the conversation is about; the agent must run it.'),
  model: text(120).nullish().describe('Model that replies, if the operator offers it; defaults to the agent’s own.'),
};

export const startForAgentBody = z.object(startFields);
export type StartSettings = z.output<typeof startForAgentBody>;

export const startBody = z.object({ agent_id: recordId.describe('Id of the agent.'), ...startFields });

export const messageBody = z.object({
  message: looseText(MAX_MESSAGE).describe('The message to the agent.'),
  client_message_id: text(128)
    .nullish()
    .describe('Your own id of the message: repeating it with the same text returns the same reply, charged once.'),
});

/** Query of a session: a page of its transcript. */
export const sessionQuery = z.object(pageNumbers(MESSAGES_A_PAGE, MESSAGES_A_PAGE));

/** Default page of the transcript. */
export const FIRST_MESSAGES = { page: 1, per_page: MESSAGES_A_PAGE };

export const sessionListQuery = z.object({
  status: z.enum(SESSION_STATUSES).optional().describe('Only sessions in this state.'),
  agent_id: recordId.optional().describe('Only sessions with this agent.'),
  ...ofSandbox,
  ...pageQuery(),
});
export type SessionListQuery = z.output<typeof sessionListQuery>;
