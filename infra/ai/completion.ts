import type { ChatCompletion } from 'openai/resources/chat/completions';
import { AiError, type AiUsage } from './port.ts';
import { withoutReasoning } from './reasoning.ts';

/** The answer in a completion, plain and without reasoning. Throws AiError. A proxy may answer anything with status 200, so the shape is not trusted. */
export function textOf(completion: ChatCompletion): string {
  const choice = completion.choices?.[0];
  if (choice?.message?.refusal) throw new AiError('refused', 'The AI provider refused the request');
  checkFinish(choice?.finish_reason ?? 'stop');
  return requireText(plainText(withoutReasoning(contentText(choice?.message?.content))));
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

/** Throws AiError unless the model finished its answer. */
export function checkFinish(finishReason: string | undefined): void {
  if (finishReason === 'content_filter') throw new AiError('refused', 'The AI provider refused the request');
  if (finishReason === 'length') throw new AiError('too_long', 'The answer did not fit into its tokens');
  if (finishReason === undefined) throw new AiError('cut_off', 'The answer of the AI provider ended early');
}

/** Tokens as the provider counted them; zeros when it reports none. */
export function usageOf(usage: { prompt_tokens?: number; completion_tokens?: number } | null | undefined): AiUsage {
  return { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 };
}

/** Text that PostgreSQL and JSON accept: without NUL and lone surrogates, which providers send now and then. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** JSON with plainText applied to every string. */
export function plainJson(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [plainText(key), plainJson(item)]));
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
