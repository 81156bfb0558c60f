import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { McpContext } from './context.ts';

/** What a result is made of where it is not the route's own body. */
export interface ToolSource {
  schema: z.ZodObject;
  of(body: unknown): Record<string, unknown>;
}

/** A result that is made otherwise than by putting an answer into the form for models. */
export interface ToolResult {
  schema: z.ZodObject;
  make(body: unknown, context: McpContext): Promise<CallToolResult>;
}

/** What a route says of itself to models: it is their tool, too. */
export interface ToolOptions {
  name: string;
  title: string;
  /** For the model: what the tool does, when to use it, what it costs. */
  description: string;
  /** Hints for clients; those of the route's method unless given. */
  annotations?: ToolAnnotations;
  /** Arguments that bear another name than the route's parameter, by the name of the argument; names of before stand behind the one that is shown. */
  rename?: Readonly<Record<string, string>>;
  /** What the route is asked with where the model leaves an argument out. */
  defaults?: Readonly<Record<string, unknown>>;
  /** What the record is that the path's `{id}` names, or the answer's `id`; read from the path unless given. */
  noun?: string;
  source?: ToolSource;
  result?: ToolResult;
  /** Fields that the result leaves out since another says the same. */
  omit?: readonly string[];
  /** Fields that the text has whole, since the tool is called for them. */
  whole?: readonly string[];
}

/** Hints of tools that only read. */
export const READS: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Hints of tools that change something and can be repeated without harm. */
export const CHANGES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };
/** Hints of tools that add something with each call. */
export const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
/** Hints of tools that end or remove something. */
export const ENDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
