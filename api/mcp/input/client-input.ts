import { z } from 'zod';
import { anyObject, invalidFields } from '../json-rpc.ts';

/** Longest state that a client sends back, characters; ours are shorter. */
const MAX_STATE_LENGTH = 8_192;

const sent = z.object({
  inputResponses: anyObject.optional(),
  requestState: z.string().max(MAX_STATE_LENGTH).optional(),
});

/** What a client that can ask its user has sent with a call. */
export interface ClientInput {
  /** What the user has said, by what was asked. */
  responses: Readonly<Record<string, unknown>>;
  /** What the server gave the client to send back. */
  state: string | undefined;
  /** A call that costs more needs the user's consent, credits. */
  confirmAbove: number;
}

/** Reads the answers in a call's parameters. Throws -32602. */
export function clientInputOf(params: Readonly<Record<string, unknown>>, confirmAbove: number): ClientInput {
  const { inputResponses, requestState } = params;
  const parsed = sent.safeParse({ inputResponses, requestState });
  if (parsed.success) {
    return { responses: parsed.data.inputResponses ?? {}, state: parsed.data.requestState, confirmAbove };
  }
  throw invalidFields(CALL, parsed.error);
}

const CALL = 'parameters of tools/call';

const result = z.object({ action: z.enum(['accept', 'decline', 'cancel']), content: anyObject.optional() });

/** What a user has said to a question. */
type Said = z.output<typeof result>;

/** The answer to a question; undefined where there is none. Throws -32602 for one that is not as the protocol has it. */
export function responseTo(question: string, { responses }: ClientInput): Said | undefined {
  if (!Object.hasOwn(responses, question)) return undefined;
  const parsed = result.safeParse(responses[question]);
  if (parsed.success) return parsed.data;
  throw invalidFields(CALL, parsed.error, `inputResponses.${question}.`);
}
