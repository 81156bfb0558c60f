import { z } from 'zod';
import { LOG_LEVELS } from '../../../domain/mcp/table.ts';
import { anyObject, invalidFields, progressToken, type RpcRequest } from '../json-rpc.ts';

const MAX_NAME_LENGTH = 200;
const MAX_URI_LENGTH = 2_048;
const MAX_ARGUMENT_LENGTH = 1_000;
const MAX_ARGUMENTS = 100;

const name = z.string().max(MAX_NAME_LENGTH);
const uri = z.string().max(MAX_URI_LENGTH);
/** The contract allows null for the first page. */
const listed = z.object({ cursor: z.string().max(500).nullish() });

/** Arguments by name. */
const textArguments = anyObject.refine((given) => {
  const values = Object.values(given);
  return values.length <= MAX_ARGUMENTS && values.every((value) => typeof value === 'string' && value.length <= 20_000);
}, `Must be at most ${MAX_ARGUMENTS} texts of at most 20000 characters.`);

const initializeParams = z.object({
  protocolVersion: z.string().max(50),
  capabilities: anyObject,
  clientInfo: z.looseObject({ name, version: z.string().max(100) }),
});

/** Parameters that every method accepts. */
const anyParams = z.object({
  _meta: z.object({ progressToken: progressToken.optional() }, 'Must be an object.').optional(),
});

const PARAMS = new Map<string, z.ZodType>(
  Object.entries({
    initialize: initializeParams,
    'tools/list': listed,
    'tools/call': z.object({ name, arguments: anyObject.nullish() }),
    'tasks/get': z.object({ taskId: name }),
    'tasks/cancel': z.object({ taskId: name }),
    'tasks/update': z.object({ taskId: name, inputResponses: anyObject }),
    'resources/list': listed,
    'resources/templates/list': listed,
    'resources/read': z.object({ uri }),
    'resources/subscribe': z.object({ uri }),
    'resources/unsubscribe': z.object({ uri }),
    'prompts/list': listed,
    'prompts/get': z.object({ name, arguments: textArguments.nullish() }),
    'completion/complete': z.object({
      ref: z.discriminatedUnion(
        'type',
        [z.object({ type: z.literal('ref/prompt'), name }), z.object({ type: z.literal('ref/resource'), uri })],
        'Must be of the type ref/prompt or ref/resource.',
      ),
      argument: z.object({ name, value: z.string().max(MAX_ARGUMENT_LENGTH) }),
      context: z.object({ arguments: textArguments.optional() }).optional(),
    }),
    'logging/setLevel': z.object({ level: z.enum(LOG_LEVELS) }),
  }),
);

/** Whether the protocol's methods that have parameters include it. */
export function isKnownMethod(method: string): boolean {
  return PARAMS.has(method);
}

/**
 * Throws -32602 when a request's parameters are missing or malformed; optional nulls are removed. Of a method that is not
 * known to the version, only what every method accepts is looked at.
 */
export function checkedParams(request: RpcRequest, isKnown = true): RpcRequest {
  const params = withoutNulls(request.params ?? {});
  for (const schema of [anyParams, isKnown ? PARAMS.get(request.method) : undefined]) {
    const parsed = schema?.safeParse(params, { reportInput: true });
    if (parsed?.error) throw invalidFields(`parameters of ${request.method}`, parsed.error);
  }
  return { ...request, params };
}

const MAY_BE_NULL = ['cursor', 'arguments', '_meta'];

function withoutNulls(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).filter(([field, value]) => value !== null || !MAY_BE_NULL.includes(field)),
  );
}

/** The client's name and version. The request is `initialize`, with validated parameters. */
export function clientOf(request: RpcRequest): { name: string; version: string } {
  return initializeParams.parse(request.params).clientInfo;
}

/** The client's token for progress reports; undefined when it wants none. The parameters have been validated. */
export function progressTokenOf(request: RpcRequest): string | number | undefined {
  return anyParams.parse(request.params ?? {})._meta?.progressToken;
}
