import { hash } from 'node:crypto';
import { z } from 'zod';
import { partnerOf } from '../../../domain/kernel/invoke.ts';
import type { Sealed } from '../../../infra/secrets/secret-box.ts';
import type { McpContext } from '../context.ts';
import { CODES, RpcError } from '../json-rpc.ts';

/** A person has so long to answer, milliseconds. */
const LIFETIME_MS = 600_000;
/** Distinguishes a state from whatever else is sealed under the same key. */
const PURPOSE = 'mcp.request_state';

/** A value that a form gives for what we ask: an id, or consent. */
export const answerSchema = z.union([z.string().max(100), z.boolean()]);
export type Answer = z.output<typeof answerSchema>;

const stateSchema = z.object({
  purpose: z.literal(PURPOSE),
  /** The credential and the call that it was made for, as a digest. */
  call: z.string(),
  /** Milliseconds of the epoch. */
  expiresAt: z.number(),
  /** What was asked. */
  asked: z.array(z.string()),
  /** What was answered before. */
  answers: z.record(z.string(), answerSchema),
  /** The price that a confirmation is for; null where none was asked for. */
  credits: z.number().nullable(),
});

/** What was asked of a client's user, and what the user has said so far. */
export type RequestState = Pick<z.output<typeof stateSchema>, 'asked' | 'answers' | 'credits'>;

/** A call of a tool, by the names of its arguments. */
export interface AskedCall {
  tool: string;
  given: Record<string, unknown>;
}

/** The state for the client to send back: nobody else can read or make one, and none fits another call. */
export function sealState(context: McpContext, call: AskedCall, state: RequestState): string {
  const expiresAt = context.now.getTime() + LIFETIME_MS;
  const text = JSON.stringify({ purpose: PURPOSE, call: digestOf(context, call), expiresAt, ...state });
  return context.deps.secrets.seal(text).toString('base64url');
}

/**
 * Opens what a client has sent back. Throws -32602 for what was not sealed here, was altered, has expired, or belongs to
 * another partner, credential, tool or arguments; `data.reason` says which.
 */
export function openState(context: McpContext, call: AskedCall, text: string): RequestState {
  const parsed = stateSchema.safeParse(unsealed(context, text));
  if (!parsed.success) throw refusedState('invalid', 'was not made by this server, or was altered');
  const { call: madeFor, expiresAt, asked, answers, credits } = parsed.data;
  if (madeFor !== digestOf(context, call)) throw refusedState('mismatch', 'belongs to another call');
  if (expiresAt <= context.now.getTime()) throw refusedState('expired', 'has expired');
  return { asked, answers, credits };
}

function unsealed({ deps: { secrets } }: McpContext, text: string): unknown {
  try {
    return JSON.parse(secrets.open(Buffer.from(text, 'base64url') as Sealed));
  } catch {
    return undefined;
  }
}

function digestOf({ call, grant }: McpContext, { tool, given }: AskedCall): string {
  return hash('sha256', JSON.stringify([partnerOf(call), grant.subject, grant.clientId, tool, given]), 'base64url');
}

function refusedState(reason: 'invalid' | 'mismatch' | 'expired', problem: string): RpcError {
  return new RpcError(CODES.invalidParams, `requestState ${problem}. Call the tool again without it.`, { reason });
}
