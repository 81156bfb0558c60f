import type { CallToolResult, Tool as SdkTool, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RequiredPermission } from '../../domain/kernel/call.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { detailsOf, invoke, type RawInput } from '../../domain/kernel/invoke.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { toJsonSchema } from '../openapi/schemas.ts';
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

interface ToolOptions<
  Arguments extends z.ZodObject,
  Params extends z.ZodType,
  Input extends z.ZodType,
  Target,
  Output,
> {
  name: string;
  title: string;
  /** For the model: what the tool does and when to use it. */
  description: string;
  arguments: Arguments;
  operation: Operation<Params, Input, Target, Output>;
  /** Arguments as the operation takes them; without it they are its input. */
  request?: (given: z.output<Arguments>) => RawInput;
  /** Schema of what `present` returns. */
  output: z.ZodObject;
  present: (output: Output, context: McpContext) => Record<string, unknown>;
  annotations: ToolAnnotations;
  /** What follows the operation; without it, its output is the result. */
  finish?: (output: Output, context: McpContext) => Promise<CallToolResult>;
}

/** Declares a tool: the operation it calls, and what goes in and out. Schemas become JSON Schema at the first look. */
export function tool<Arguments extends z.ZodObject, Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
  options: ToolOptions<Arguments, Params, Input, Target, Output>,
): Tool {
  const { operation, request = (given) => ({ input: given }), present } = options;
  const finish =
    options.finish ?? (async (output: Output, context: McpContext) => structured(present(output, context)));
  let description: ToolDescription | undefined;
  return {
    name: options.name,
    permission: operation.permission,
    get description() {
      description ??= describe(options);
      return description;
    },
    async call(context, given) {
      const parsed = options.arguments.safeParse(given, { reportInput: true });
      try {
        if (!parsed.success) {
          throw new AppError('VALIDATION_ERROR', 'The arguments are not valid.', { details: detailsOf(parsed.error) });
        }
        const output = await invoke(context.deps, context.call, operation, request(parsed.data));
        return await finish(output, context);
      } catch (error) {
        if (error instanceof AppError && error.status < 500) return failed(error);
        throw error;
      }
    },
  };
}

function describe(
  options: Pick<ToolOptions<z.ZodObject, z.ZodType, z.ZodType, unknown, unknown>, 'arguments' | 'output'> &
    Pick<ToolDescription, 'name' | 'title' | 'description' | 'annotations'>,
): ToolDescription {
  const { name, title, description, annotations } = options;
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(options.arguments, 'input'),
    outputSchema: objectSchema(options.output, 'output'),
    annotations: { title, openWorldHint: false, ...annotations },
  };
}

function objectSchema(schema: z.ZodType, io: 'input' | 'output'): SdkTool['inputSchema'] {
  const text = JSON.stringify(toJsonSchema(schema, io, {}), (_name, value) => (isSafeBound(value) ? undefined : value));
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

/** A result that says what went wrong, for a model to mend: the code first, then each field. */
function failed(error: AppError): CallToolResult {
  const fields = Object.entries(error.details ?? {}).map(([field, messages]) => `${field}: ${messages.join(' ')}`);
  const text = [`${error.code}: ${error.message}`, ...fields].join('\n');
  return { content: [{ type: 'text', text }], isError: true };
}

/** `page` and `per_page` of a tool that lists. */
export const pageArguments = {
  page: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe('Page, from 1; 1 when absent.'),
  per_page: z.int().min(1).max(100).optional().describe('Rows a page, at most 100; 20 when absent.'),
};

/** Hints of tools that only read. */
export const READS: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Hints of tools that change something and can be repeated without harm. */
export const CHANGES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };
/** Hints of tools that add something with each call. */
export const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
/** Hints of tools that end or remove something. */
export const ENDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
