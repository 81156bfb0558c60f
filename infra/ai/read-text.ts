import { setImmediate } from 'node:timers/promises';
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { AnswerTooLong } from './answer-limit.ts';
import { checkReported, contentText, modelIn, plainChunks, requireText, textOf, usageIn } from './completion.ts';
import { checkFinish } from './finish.ts';
import type { Connection, ModelCall } from './model-call.ts';
import { AiError } from './port.ts';
import { reasoningFilter } from './reasoning.ts';

/** The text of a response without streaming. */
export async function wholeText(
  client: Connection['client'],
  question: ModelCall,
  params: ChatCompletionCreateParamsNonStreaming,
): Promise<string> {
  const completion = await client.chat.completions.create(params, question.requestOptions());
  question.attempt.reportUsage(completion?.usage);
  question.attempt.answeredBy = modelIn(completion);
  return textOf(completion, question.maxCharacters);
}

/** The text of a streamed response; reports progress through `onText`. */
export async function textAsItComes(
  client: Connection['client'],
  question: ModelCall,
  onText: (written: string) => void,
): Promise<string> {
  let written = '';
  for await (const chunk of chunksOf(client, question)) {
    question.attempt.startClock();
    written += chunk;
    onText(written);
  }
  return requireText(written);
}

/** Most events of a stream; a token is one, and what comes between them. */
const MAX_EVENTS = 100_000;
/** After so many events others have their turn; many may come at once. */
const EVENTS_IN_A_ROW = 200;

/** The text chunks of a stream, without reasoning and control characters. */
export async function* chunksOf(client: Connection['client'], question: ModelCall): AsyncIterable<string> {
  const { attempt, shape } = question;
  const params = {
    ...question.params(),
    stream: true as const,
    ...(shape.streamUsage ? { stream_options: { include_usage: true } } : {}),
  };
  const { data: stream, response } = await client.chat.completions
    .create(params, question.requestOptions())
    .withResponse();
  if (/\bjson\b/.test(response.headers.get('content-type') ?? '')) {
    // It does not stream, or has an error to report (status 200 all the same).
    const completion = (await response.json()) as ChatCompletion;
    attempt.reportUsage(completion?.usage);
    attempt.answeredBy = modelIn(completion);
    yield textOf(completion, question.maxCharacters);
    return;
  }
  const answer = reasoningFilter(shape.opensInReasoning);
  const plain = plainChunks();
  let finishReason: string | undefined;
  let left = question.maxCharacters;
  let events = 0;
  for await (const chunk of stream) {
    events += 1;
    if (events > MAX_EVENTS) throw new AnswerTooLong();
    if (events % EVENTS_IN_A_ROW === 0) await setImmediate();
    if (typeof chunk !== 'object' || chunk === null) throw new AiError('malformed', 'The AI provider sent no answer');
    attempt.reportUsage(usageIn(chunk));
    attempt.answeredBy ??= modelIn(chunk);
    checkReported(chunk);
    const choice = chunk.choices?.[0];
    if (choice?.delta?.refusal) throw new AiError('refused', 'The AI provider refused the request');
    // Some send an empty one with the chunks that end nothing.
    finishReason = choice?.finish_reason || finishReason;
    const text = plain.next(answer.next(contentText(choice?.delta?.content)));
    left -= text.length;
    if (left < 0) throw new AnswerTooLong();
    if (text !== '') yield text;
    else attempt.startClock();
  }
  const rest = plain.next(answer.end()) + plain.end();
  if (rest !== '') yield rest;
  attempt.throwIfAborted();
  checkFinish(finishReason);
}
