import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import { AnswerTooLong, MAX_CONTENT } from './answer-limit.ts';
import { checkFinish } from './finish.ts';
import { AiError, type AiUsage } from './port.ts';
import { withoutReasoning } from './reasoning.ts';
import { ProviderRefusal } from './refusal.ts';

/**
 * The answer in a completion, plain, without reasoning and of at most `maxCharacters`. Throws AiError and ProviderRefusal. A proxy may answer anything with status
 * 200, so the shape is not trusted.
 */
export function textOf(completion: ChatCompletion, maxCharacters: number): string {
  checkReported(completion);
  const choice = completion?.choices?.[0];
  if (!choice) throw new AiError('malformed', 'The AI provider sent no answer');
  if (choice.message?.refusal) throw new AiError('refused', 'The AI provider refused the request');
  // The provider itself ended a body that is whole; a stream may have broken off on the way.
  checkFinish(choice.finish_reason || 'missing');
  const content = contentText(choice.message?.content);
  if (content.length > MAX_CONTENT) throw new AnswerTooLong();
  const answer = withoutReasoning(content);
  if (answer.length > maxCharacters) throw new AnswerTooLong();
  return requireText(plainText(answer));
}

/** Throws ProviderRefusal for a failure that is reported with status 200: in the body, or beside a part of the answer (OpenRouter). */
export function checkReported(body: ChatCompletion | ChatCompletionChunk): void {
  const choice: unknown = body?.choices?.[0];
  if (hasError(body) || hasError(choice)) {
    throw new ProviderRefusal(undefined, hasError(body) ? body : choice, undefined);
  }
}

function hasError(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'error' in value && Boolean(value.error);
}

/** Throws AiError for an answer without text. */
export function requireText(text: string): string {
  if (text === '') throw new AiError('malformed', 'The AI provider sent an answer without text');
  return text;
}

/** The text of content: a text, or parts of which some are the reasoning (Mistral's Magistral). */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : '')).join('');
}

/** Longest name of a model that is kept. */
const MAX_MODEL_LENGTH = 120;

/** The model that an answer names; undefined where that is no name. */
export function modelIn(answer: { model?: unknown } | null | undefined): string | undefined {
  const name = answer?.model;
  return (typeof name === 'string' && plainText(name.slice(0, MAX_MODEL_LENGTH))) || undefined;
}

/** More tokens than any model takes or gives; such a figure is a mistake. */
const MAX_TOKENS = 100_000_000;

/** Tokens as the provider counted them; `before` where it does not say. */
export function usageOf(
  usage: { prompt_tokens?: unknown; completion_tokens?: unknown } | null | undefined,
  before: AiUsage = { inputTokens: 0, outputTokens: 0 },
): AiUsage {
  return {
    inputTokens: tokens(usage?.prompt_tokens) ?? before.inputTokens,
    outputTokens: tokens(usage?.completion_tokens) ?? before.outputTokens,
  };
}

function tokens(count: unknown): number | undefined {
  return typeof count === 'number' && count >= 0 && count <= MAX_TOKENS ? Math.round(count) : undefined;
}

/**
 * The usage that a chunk reports; null for most. Moonshot has it inside the choice
 * (https://github.com/earendil-works/pi/issues/2017), Groq under its own name (https://console.groq.com/docs/api-reference).
 */
export function usageIn(chunk: ChatCompletionChunk): { prompt_tokens?: unknown; completion_tokens?: unknown } | null {
  const own: unknown = 'x_groq' in chunk ? chunk.x_groq : undefined;
  const found = [chunk.usage, usageField(chunk.choices?.[0]), usageField(own)].find((usage) => Boolean(usage));
  return typeof found === 'object' && found !== null ? found : null;
}

function usageField(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'usage' in value ? value.usage : undefined;
}

/** Text that PostgreSQL and JSON accept: without NUL and lone surrogates, which providers send now and then. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Levels of JSON in an answer; no schema of ours has half as many. */
const MAX_DEPTH = 32;

/** JSON with plainText applied to every string. Throws AiError where it is nested deeper than any answer. */
export function plainJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return plainText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new AiError('malformed', 'The answer of the AI provider is nested too deeply');
  if (Array.isArray(value)) return value.map((item) => plainJson(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [plainText(key), plainJson(item, depth + 1)]));
}

/** Applies plainText to the chunks of a stream; a character split over two chunks comes with the second. */
export function plainChunks(): { next(chunk: string): string; end(): string } {
  let half = '';
  return {
    next(chunk) {
      const text = half + chunk.replaceAll('\0', '');
      half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
      return text.slice(0, text.length - half.length).toWellFormed();
    },
    end: () => half.toWellFormed(),
  };
}
