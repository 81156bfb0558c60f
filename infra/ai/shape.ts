import { LRUCache } from 'lru-cache';
import type { AiProvider, StructuredMode } from './provider.ts';
import type { Refusal } from './refusal.ts';

/** The request shape that a model accepts. Providers differ; their error responses show how. */
export interface Shape {
  /** Name of the parameter that bounds the answer. */
  limit: 'max_completion_tokens' | 'max_tokens' | 'none';
  /** Multiplier of the requested tokens: reasoning models spend part of them on reasoning. */
  limitFactor: number;
  temperature: boolean;
  /** Whether to request usage in streams. */
  streamUsage: boolean;
  /** Whether to send instructions as a system message; otherwise they precede the prompt. */
  systemRole: boolean;
  structured: StructuredMode;
  /** Whether answers start inside the reasoning, because the template holds the opening tag. */
  opensInReasoning: boolean;
}

/** Largest multiplier of the requested tokens. */
const MAX_LIMIT_FACTOR = 8;

/** The shape to try first. */
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

/** What a rejected schema is called in an error. */
export const SCHEMA_NAMES = ['response_format', 'json_schema', 'json_object', 'grammar'];

/** The shape without the parameter that the provider rejects; null when it rejects nothing optional. */
export function withoutRefused(shape: Shape, refusal: Refusal, asked: { structured: boolean }): Shape | null {
  const refused = namedBy(refusal);
  const next = { ...shape };
  if (refused('max_tokens', 'max_completion_tokens')) next.limit = NEXT_LIMIT[shape.limit];
  if (refused('temperature')) next.temperature = false;
  if (refused('stream_options')) next.streamUsage = false;
  if (refused('messages[0].role', 'system role', 'System role')) next.systemRole = false;
  if (asked.structured && refused(...SCHEMA_NAMES)) {
    next.structured = NEXT_MODE[shape.structured];
  }
  if (differs(next, shape)) return next;
  if (refusal.isTooLong) return null;
  // The error names no parameter. A schema is the one most likely to be unsupported.
  const unnamed = refusal.param === undefined || refusal.param.startsWith('response_format');
  if (!asked.structured || !unnamed || shape.structured === 'words') return null;
  return { ...shape, structured: NEXT_MODE[shape.structured] };
}

/** Uses `param` when present, otherwise names anywhere in the body. */
function namedBy({ param, mentions }: Refusal): (...names: string[]) => boolean {
  if (param === undefined) return (...names) => names.some(mentions);
  return (...names) => names.some((name) => param === name || param.startsWith(`${name}.`));
}

/** The shape with twice the token limit; null when there is no limit, or it was raised to the maximum. */
export function withLongerLimit(shape: Shape): Shape | null {
  if (shape.limit === 'none' || shape.limitFactor >= MAX_LIMIT_FACTOR) return null;
  return { ...shape, limitFactor: shape.limitFactor * 2 };
}

/** Short names of the differences to another shape; empty when there are none. */
export function differences(shape: Shape, from: Shape): string[] {
  return (Object.keys(shape) as (keyof Shape)[])
    .filter((name) => shape[name] !== from[name])
    .map((name) => `${name}=${shape[name]}`);
}

function differs(shape: Shape, other: Shape): boolean {
  return differences(shape, other).length > 0;
}

/** Shapes that worked, by model; kept for a day at most, because providers change. */
export type ShapeMemory = LRUCache<string, Shape>;

/** An empty memory of at most 100 models. */
export function shapeMemory(): ShapeMemory {
  return new LRUCache({ max: 100, ttl: 24 * 60 * 60 * 1000 });
}
