import { z } from 'zod';
import { statusAt } from '../../domain/dry-run/rules.ts';
import type { SessionView } from '../../domain/dry-run/session.ts';
import {
  type DryRunSessionEntryRow,
  type DryRunSessionRow,
  SESSION_STATUSES,
  type TranscriptMessage,
} from '../../domain/dry-run/table.ts';
import { GUARDRAIL_ACTIONS } from '../../domain/guardrails/types.ts';
import {
  countSchema,
  datetime,
  datetimeSchema,
  idSchema,
  pageWithRange,
  presenter,
  record,
  resource,
} from '../resource.ts';

const text = z.string();

const personaSchema = z
  .object({
    name: text.nullable().describe('Name of the persona.'),
    role: text.nullable().describe('Role, such as `CFO of a retailer`.'),
    goals: z
      .union([text, z.array(text)])
      .nullable()
      .describe('Goals, as a text or a list.'),
    tone: text.nullable().describe('Manner of speaking.'),
  })
  .meta({ title: 'DryRunPersona' });

const summarySchema = z
  .object({
    score: z.int().min(0).max(100).nullable().describe('null if there were no messages.'),
    criteria: z
      .array(
        z.object({
          name: z
            .enum(['answered', 'safe', 'clean'])
            .describe('Messages that got a reply; replies not withheld; replies without any guardrail hit.'),
          weight: countSchema.describe('Maximum points of the criterion; the maxima add up to 100.'),
          points: countSchema.describe('Points that the session achieved.'),
        }),
      )
      .describe('The parts of the score.'),
    messages: countSchema.describe('Messages sent to the agent.'),
    replies: countSchema.describe('Replies of the agent, including withheld ones.'),
    failed: countSchema.describe('Messages without a reply from the AI.'),
    withheld: countSchema.describe('Replies withheld by a guardrail.'),
    flagged: countSchema.describe('Replies that people should review.'),
    guardrails: z
      .array(
        z.object({
          rule: text.describe('Name of the rule.'),
          action: z.enum(GUARDRAIL_ACTIONS).describe('Effect of its hits: withhold a reply, or flag it.'),
          hits: countSchema.describe('Number of hits.'),
        }),
      )
      .describe('Rules with hits, most hits first.'),
    persona_changes: countSchema.describe('Number of persona changes.'),
    resets: countSchema.describe('Number of restarts of the conversation.'),
    credits_used: countSchema.describe('Credits charged for the replies.'),
    average_reply_ms: countSchema
      .nullable()
      .describe('Mean time from a message to its reply, in milliseconds; null if there was no reply.'),
    duration_seconds: countSchema.describe('Time from the start to the end of the session.'),
  })
  .meta({ title: 'DryRunSummary' });

/** A message of a session. */
const message = record(
  z
    .object({
      id: idSchema,
      role: z.enum(['user', 'assistant']).describe('The speaker: you or the persona (`user`), or the agent.'),
      content: text.describe('The message; for a withheld reply, why it was withheld.'),
      credits: countSchema.describe('Credits charged for the reply; 0 for your own messages.'),
      created_at: datetimeSchema,
    })
    .meta({ title: 'DryRunMessage' }),
  (_record: TranscriptMessage) => ({}),
);

const attributes = {
  status: z
    .enum(SESSION_STATUSES)
    .describe('`active`: takes messages; `ended`: ended by a request; `expired`: ended after 30 minutes without one.'),
  agent_id: idSchema.describe('The agent that replies.'),
  persona: personaSchema.nullable().describe('The persona that speaks to the agent; null if none.'),
  capability: text.nullable().describe('Slug of the capability that the conversation is about; null if none.'),
  model: text.nullable().describe('null means the operator’s own model.'),
  credits_per_500_tokens: countSchema.describe('Credits for each started 500 tokens of a reply.'),
  credits_used: countSchema.describe('Credits charged for the replies so far.'),
  sandbox: z.literal(true).optional().describe('Started with a sandbox key.'),
  expires_at: datetimeSchema.describe('When it expires if there are no further requests.'),
  ended_at: datetimeSchema.nullable().describe('When it ended; null until the service has recorded that.'),
  created_at: datetimeSchema,
};

const shared = { type: 'dry_run_session', id: text, links: { self: text } } as const;

function attributesOf(session: DryRunSessionRow, now: Date) {
  const { agent_id, persona, capability, model, credits_used } = session;
  return {
    status: statusAt(session, now),
    agent_id,
    // The database does not keep the order of fields; readers expect the documented one. The same goes for the summary.
    persona: persona && personaSchema.parse(persona),
    capability,
    model,
    credits_per_500_tokens: session.rate,
    credits_used,
    ...(session.sandbox && { sandbox: true as const }),
    expires_at: datetime(session.expires_at),
    ended_at: datetime(session.ended_at),
    created_at: datetime(session.created_at),
  };
}

function linksOf({ token }: DryRunSessionRow) {
  return { self: `/api/v1/dry-run/sessions/${token}` };
}

/** A session in lists, without its messages. */
export const listedSession = resource({
  ...shared,
  name: 'DryRunSessionSummary',
  attributes,
  present: (session: DryRunSessionRow, { now }) => ({
    id: session.token,
    attributes: attributesOf(session, now),
    links: linksOf(session),
  }),
});

const sessionResource = resource({
  ...shared,
  attributes: {
    ...attributes,
    messages: z.array(message.schema).describe('Oldest first, each message followed by its reply.'),
    summary: summarySchema.optional().describe('Set when the session has ended.'),
  },
  present: ({ session, messages }: SessionView, context) => ({
    id: session.token,
    attributes: {
      ...attributesOf(session, context.now),
      messages: messages.rows.map((row) => message.present(row, context)),
      ...(session.summary && { summary: summarySchema.parse(session.summary) }),
    },
    links: linksOf(session),
  }),
});

const pages = pageWithRange(message);

/** A session with a page of its messages. */
export const sessionPage = presenter(
  z.object({ data: sessionResource.schema, meta: pages.schema.shape.meta }).meta({ title: 'DryRunSessionTranscript' }),
  (view: SessionView, context) => ({
    data: sessionResource.present(view, context),
    meta: pages.present(view.messages, context).meta,
  }),
);

const pending = z.object({ status: z.literal('pending') }).describe('The change waits for its turn.');

/** A session after a change. */
export const changedSession = presenter(
  z.object({ data: sessionResource.schema, meta: pending.optional() }).meta({ title: 'DryRunSessionAnswer' }),
  (view: SessionView, context) => ({
    data: sessionResource.present(view, context),
    ...(view.isPending && { meta: { status: 'pending' as const } }),
  }),
);

/** A message, with its reply once there is one. */
export const answeredMessage = presenter(
  z
    .object({
      data: z.object({
        user_message: message.schema.describe('The message that was sent.'),
        reply: message.schema.optional().describe("The agent's reply, once available."),
      }),
      meta: pending.optional(),
    })
    .meta({ title: 'DryRunMessageAnswer' }),
  ({ id, content, created_at, reply_id, reply, credits, completed_at }: DryRunSessionEntryRow, context) => {
    const user: TranscriptMessage = { id, role: 'user', content: content ?? '', credits: 0, created_at };
    const data = { user_message: message.present(user, context) };
    if (reply === null || reply_id === null || completed_at === null)
      return { data, meta: { status: 'pending' as const } };
    const said: TranscriptMessage = {
      id: reply_id,
      role: 'assistant',
      content: reply,
      credits: credits ?? 0,
      created_at: completed_at,
    };
    return { data: { ...data, reply: message.present(said, context) } };
  },
);
