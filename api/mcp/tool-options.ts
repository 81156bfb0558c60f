import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { McpContext } from './context.ts';
import type { CreatedTask } from './tasks.ts';

/** The source of a result that does not come from the route's body. */
export interface ToolSource {
  schema: z.ZodObject;
  of(body: unknown): Record<string, unknown>;
}

/** A question to the user of a client, as the protocol has it. */
export interface ElicitRequest {
  method: 'elicitation/create';
  params: { mode: 'form'; message: string; requestedSchema: object };
}

/** What a call answers that needs something of its user first: the client asks, and calls again with answers and state. */
export interface InputRequired {
  resultType: 'input_required';
  inputRequests: Record<string, ElicitRequest>;
  requestState: string;
}

/** What a tool answers: its result; a task where the client takes one; or questions where the client can ask its user. */
export type ToolAnswer = CallToolResult | CreatedTask | InputRequired;

/** What users are asked for besides arguments that a tool requires. */
export interface ToolInput {
  /**
   * The object in the arguments that names the brand voice of a text, `arguments` for the arguments themselves; undefined
   * where the call writes no text, or is not valid.
   */
  brandVoiceIn?(
    context: InputContext,
    given: Readonly<Record<string, unknown>>,
  ): string | undefined | Promise<string | undefined>;
  /** The most that a call costs, credits, by the names of its arguments; undefined where they are not valid. */
  credits?(
    context: InputContext,
    given: Readonly<Record<string, unknown>>,
  ): number | undefined | Promise<number | undefined>;
}

type InputContext = Pick<McpContext, 'deps' | 'call'>;

/** A result that is not a response in the form for models. */
export interface ToolResult {
  schema: z.ZodObject;
  make(body: unknown, context: McpContext): Promise<ToolAnswer>;
}

/** The MCP tool of a route. */
export interface ToolOptions {
  name: string;
  title: string;
  /** For the model: what the tool does, when to use it, what it costs. */
  description: string;
  /** Hints for clients; those of the route's method unless given. */
  annotations?: ToolAnnotations;
  /**
   * Arguments whose name differs from the route's parameter, by the name of the argument. The first name is shown;
   * further ones are former names.
   */
  rename?: Readonly<Record<string, string>>;
  /** Input of the route for arguments that the model leaves out. */
  defaults?: Readonly<Record<string, unknown>>;
  /** The noun of the path's `{id}`, or of the response's `id`; derived from the path unless given. */
  noun?: string;
  /** What its callers' users are asked for, where a client can ask them. */
  input?: ToolInput;
  source?: ToolSource;
  result?: ToolResult;
  /** Redundant fields that the result omits. */
  omit?: readonly string[];
  /** Fields that are never cut in the text, since the tool is called for them. */
  whole?: readonly string[];
}

/** Hints for tools that only read. */
export const READ_ONLY: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Hints for tools whose changes are idempotent and lose nothing: what was before is kept, or can be set again. */
export const IDEMPOTENT: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };
/** Hints for tools that add something with each call. */
export const ADDITIVE: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
/** The same for tools that ask another service for it: an AI provider, a marketplace, an endpoint. */
export const OUTBOUND: ToolAnnotations = { ...ADDITIVE, openWorldHint: true };
/** Hints for tools that end, remove or overwrite something; the protocol calls no other change additive. */
export const DESTRUCTIVE: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
