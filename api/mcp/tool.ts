import type { CallToolResult, Tool as SdkTool, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RequiredPermission } from '../../domain/kernel/call.ts';
import { AppError, invalid } from '../../domain/kernel/errors.ts';
import { detailsOf } from '../../domain/kernel/invoke.ts';
import { type ErrorDetails, Problems } from '../../domain/kernel/problems.ts';
import { toJsonSchema } from '../openapi/schemas.ts';
import { shapeOf } from '../read-input.ts';
import type { JsonRoute } from '../route.ts';
import type { McpContext } from './context.ts';

/** What the protocol shows of a tool. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: SdkTool['inputSchema'];
  outputSchema: SdkTool['inputSchema'];
  annotations: ToolAnnotations;
}

/** A tool of the registry. */
export interface Tool {
  name: string;
  /** Permission of the operation behind it; who lacks it does not see the tool. */
  permission: RequiredPermission;
  description: ToolDescription;
  /** Runs the operation. What is wrong with the arguments or the record is a result, too. Throws what is nobody's mistake. */
  call(context: McpContext, given: Record<string, unknown>): Promise<CallToolResult>;
}

/** What a result is made of where it is not the route's own body. */
interface Result {
  schema: z.ZodObject;
  make(body: unknown, context: McpContext): Promise<CallToolResult>;
}

interface ToolOptions {
  name: string;
  title: string;
  /** For the model: what the tool does, when to use it, what it costs. */
  description: string;
  annotations: ToolAnnotations;
  /** Arguments that bear another name than the route's parameter, by the name of the argument. */
  rename?: Readonly<Record<string, string>>;
  /** What the route is asked with where the model leaves an argument out. */
  defaults?: Readonly<Record<string, unknown>>;
  result?: Result;
}

/** A route given to models: arguments, result and permission come from it. Schemas become JSON Schema at the first look. */
export function tool(route: JsonRoute, options: ToolOptions): Tool {
  const { operation } = route;
  const { name, title, annotations, rename = {}, defaults = {}, result = bodyOf(route) } = options;
  const params = shapeOf(operation.params);
  const argumentOf = new Map(Object.entries(rename).map(([argument, parameter]) => [parameter, argument]));
  const named = (parameter: string) => argumentOf.get(parameter) ?? parameter;
  const wanted = z.object(
    Object.fromEntries(
      Object.entries({ ...params, ...shapeOf(operation.input) }).map(([parameter, schema]) => [
        named(parameter),
        Object.hasOwn(defaults, parameter) ? (schema as z.ZodType).default(defaults[parameter]) : schema,
      ]),
    ),
  );
  let description: ToolDescription | undefined;
  return {
    name,
    permission: operation.permission,
    get description() {
      description ??= {
        name,
        title,
        description: options.description,
        inputSchema: objectSchema(wanted, 'input'),
        outputSchema: objectSchema(result.schema, 'output'),
        annotations: { title, openWorldHint: false, ...annotations },
      };
      return description;
    },
    async call(context, given) {
      try {
        requireKnown(wanted, given);
        const parsed = wanted.safeParse(given, { reportInput: true });
        if (parsed.error) throw invalid(detailsOf(parsed.error), INVALID);
        const raw = split({ ...defaults, ...given }, params, rename);
        const { body } = await route.answer(context.deps, raw, context);
        return await result.make(body, context);
      } catch (error) {
        if (error instanceof AppError && error.status < 500) return failed(error, named);
        throw error;
      }
    },
  };
}

const INVALID = 'The arguments are not valid.';

/** Throws VALIDATION_ERROR that names the arguments that there are not. */
function requireKnown(wanted: z.ZodObject, given: Record<string, unknown>): void {
  const problems = new Problems();
  for (const name in given) {
    if (!Object.hasOwn(wanted.shape, name)) problems.add(name, 'There is no such argument.');
    if (problems.isFull) break;
  }
  const details = problems.details();
  if (details) throw invalid(details, INVALID);
}

function split(
  given: Record<string, unknown>,
  params: z.core.$ZodShape,
  rename: Readonly<Record<string, string>>,
): { params: Record<string, unknown>; input: Record<string, unknown> } {
  const raw = { params: {} as Record<string, unknown>, input: {} as Record<string, unknown> };
  for (const [argument, value] of Object.entries(given)) {
    const parameter = rename[argument] ?? argument;
    raw[Object.hasOwn(params, parameter) ? 'params' : 'input'][parameter] = value;
  }
  return raw;
}

/** The route's body as the result; of a route without one, that it was done. */
function bodyOf({ response, method }: JsonRoute): Result {
  if (response instanceof z.ZodObject) {
    return { schema: response, make: async (body) => structured(body as Record<string, unknown>) };
  }
  const done = method === 'DELETE' ? 'deleted' : 'done';
  return { schema: z.object({ [done]: z.literal(true) }), make: async () => structured({ [done]: true }) };
}

function objectSchema(schema: z.ZodType, io: 'input' | 'output'): SdkTool['inputSchema'] {
  const text = JSON.stringify(toJsonSchema(schema, io), (_name, value) => (isSafeBound(value) ? undefined : value));
  return { ...JSON.parse(text), type: 'object' };
}

/** Bounds that every number in JSON has; a model pays for reading them. */
function isSafeBound(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

/** A result as data, and as the same in text for clients that know no data. */
export function structured(output: Record<string, unknown>, text = JSON.stringify(output)): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: output, isError: false };
}

/** A result that says what went wrong, for a model to mend: the code first, then each argument. */
function failed({ code, message, details = {} }: AppError, named: (parameter: string) => string): CallToolResult {
  const fields = Object.entries(details satisfies ErrorDetails).map(
    ([field, messages]) => `${named(field)}: ${messages.join(' ')}`,
  );
  return { content: [{ type: 'text', text: [`${code}: ${message}`, ...fields].join('\n') }], isError: true };
}

/** Hints of tools that only read. */
export const READS: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Hints of tools that change something and can be repeated without harm. */
export const CHANGES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };
/** Hints of tools that add something with each call. */
export const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
/** Hints of tools that end or remove something. */
export const ENDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
