import { LRUCache } from 'lru-cache';
import type { AiProvider, StructuredMode } from './provider.ts';
import type { Refusal } from './refusal.ts';

/** In which form a model takes questions. Providers differ, and only their refusals tell. */
export interface Shape {
  /** Name of the parameter that bounds the answer. */
  limit: 'max_completion_tokens' | 'max_tokens' | 'none';
  /** Times the tokens that a question wants: models that reason spend some of them on it. */
  limitFactor: number;
  temperature: boolean;
  /** Whether streams are asked to count their tokens. */
  streamUsage: boolean;
  /** Whether instructions have a role of their own; else they stand before the prompt. */
  systemRole: boolean;
  structured: StructuredMode;
  /** Whether answers begin inside the reasoning, whose opening tag is the template's. */
  opensInReasoning: boolean;
}

/** Most times that the tokens of questions are raised to. */
const MAX_LIMIT_FACTOR = 8;

/** What is tried first. */
export function firstShape({ temperature, structured }: AiProvider): Shape {
  return {
    limit: 'max_completion_tokens',
    limitFactor: 1,
    temperature: temperature !== 'omit',
    streamUsage: true,
    systemRole: true,
    structured: structured ?? 'json_schema',
    opensInReasoning: false,
  };
}

const NEXT_LIMIT = { max_completion_tokens: 'max_tokens', max_tokens: 'none', none: 'none' } as const;
const NEXT_MODE = { json_schema: 'json_object', json_object: 'words', words: 'words' } as const;

/** The form without what the provider names as not to its liking; null where it names nothing that we could do without. */
export function withoutRefused(shape: Shape, refusal: Refusal, asked: { structured: boolean }): Shape | null {
  const refused = namedBy(refusal);
  const next = { ...shape };
  if (refused('max_tokens', 'max_completion_tokens')) next.limit = NEXT_LIMIT[shape.limit];
  if (refused('temperature')) next.temperature = false;
  if (refused('stream_options')) next.streamUsage = false;
  if (refused('messages[0].role', 'system role', 'System role')) next.systemRole = false;
  if (asked.structured && refused('response_format', 'json_schema', 'json_object')) {
    next.structured = NEXT_MODE[shape.structured];
  }
  if (differs(next, shape)) return next;
  // Nothing is named that was sent. Of all that we send a schema is the likeliest not to be understood.
  const unnamed = refusal.param === undefined || refusal.param.startsWith('response_format');
  if (!asked.structured || !unnamed || shape.structured === 'words') return null;
  return { ...shape, structured: NEXT_MODE[shape.structured] };
}

/** `param` tells exactly; where there is none, the names that stand anywhere in the body do. */
function namedBy({ param, mentions }: Refusal): (...names: string[]) => boolean {
  if (param === undefined) return (...names) => names.some(mentions);
  return (...names) => names.some((name) => param === name || param.startsWith(`${name}.`));
}

/** The form with room for twice the answer; null where there is no bound, or it was raised enough. */
export function withLongerLimit(shape: Shape): Shape | null {
  if (shape.limit === 'none' || shape.limitFactor >= MAX_LIMIT_FACTOR) return null;
  return { ...shape, limitFactor: shape.limitFactor * 2 };
}

/** What of the form differs from another, in a word each; empty when nothing does. */
export function differences(shape: Shape, from: Shape): string[] {
  return (Object.keys(shape) as (keyof Shape)[])
    .filter((name) => shape[name] !== from[name])
    .map((name) => `${name}=${shape[name]}`);
}

function differs(shape: Shape, other: Shape): boolean {
  return differences(shape, other).length > 0;
}

/** Forms in which models have answered, for as long as the process runs and a day at most: providers learn, too. */
export type ShapeMemory = LRUCache<string, Shape>;

/** An empty memory of at most 100 models. */
export function shapeMemory(): ShapeMemory {
  return new LRUCache({ max: 100, ttl: 24 * 60 * 60 * 1000 });
}
