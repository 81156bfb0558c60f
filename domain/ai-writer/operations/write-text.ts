import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { type Operation, operation } from '../../kernel/operation.ts';
import { namedInOrder } from '../order.ts';
import { ownTemplateIn, templateProblems } from '../own/values.ts';
import { WRITER_CAPABILITY } from '../rules.ts';
import { writerBody } from '../schema.ts';
import type { WriterMessageRow, WriterTemplateRow } from '../table.ts';
import { ownMessage } from '../target.ts';
import { readOutput } from '../write.ts';
import { createMessage } from './create-message.ts';

/** Written texts with their message. */
export interface WrittenTexts {
  messageId: number;
  results: string[];
}

/** Returns message and texts in one response, for callers that read no stream; a retry returns what is already written. */
export const writeText: Operation<typeof nothing, typeof writerBody, WriterTemplateRow | null, WrittenTexts> =
  operation({
    name: 'ai_writer.generate_text',
    permission: 'manage_content',
    params: nothing,
    target: (deps, call, _params, raw) => ownTemplateIn(deps, partnerOf(call), raw),
    capability: () => WRITER_CAPABILITY,
    references: namedInOrder,
    input: writerBody,
    checkInput: async (_deps, raw, own) => templateProblems(raw, own),
    // Not one transaction: the AI writes after the message is stored.
    run: async (deps, call, body, own) => textsOf(deps, call, await createMessage.run(deps, call, body, own)),
    recover: async (deps, call, madeId) => textsOf(deps, call, await ownMessage(deps, call, Number(madeId))),
  });

async function textsOf(deps: Deps, call: Call, message: WriterMessageRow): Promise<WrittenTexts> {
  const { creativity, maximum_length, number_of_results } = message;
  const signal = AbortSignal.any([call.signal, deps.stopping]);
  const options = { creativity: Number(creativity), maximum_length, number_of_results };
  const results = [''];
  for await (const piece of readOutput(deps, { ...call, signal }, message, options)) {
    if ('result' in piece) results.push('');
    else results[results.length - 1] += piece.text;
  }
  if (signal.aborted) throw new AppError('SERVICE_UNAVAILABLE', 'The service stops.', { retryAfterSeconds: 1 });
  return { messageId: message.id, results };
}
