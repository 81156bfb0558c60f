import type { CallToolResult, Tool as SdkTool, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '../../domain/kernel/errors.ts';
import { detailsOf, invoke, type RawInput } from '../../domain/kernel/invoke.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { toJsonSchema } from '../openapi/schemas.ts';
import type { McpContext } from './context.ts';
import { structured, type Tool, type ToolDescription } from './tool.ts';

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
export function operationTool<
  Arguments extends z.ZodObject,
  Params extends z.ZodType,
  Input extends z.ZodType,
  Target,
  Output,
>(options: ToolOptions<Arguments, Params, Input, Target, Output>): Tool {
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
