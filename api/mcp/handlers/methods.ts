import type { CompleteRequest } from '@modelcontextprotocol/server';
import type { McpContext } from '../context.ts';
import type { Handlers } from './handlers.ts';

/** Validated parameters of a request. */
export type Params = Readonly<Record<string, unknown>>;

/** A method of the protocol; gives its result. Its errors are those of the handlers. */
export type Method<Context extends McpContext = McpContext> = (
  handlers: Handlers,
  context: Context,
  params: Params,
) => Promise<object>;

/** The methods that are the same in both versions of the protocol. */
export const COMMON_METHODS = {
  'tools/call': (handlers, context, params) => handlers.callTool(context, String(params['name']), argumentsOf(params)),
  'resources/list': (handlers, context, params) => handlers.listResources(context, cursorOf(params)),
  'resources/templates/list': (handlers, context, params) => handlers.listTemplates(context, cursorOf(params)),
  'resources/read': (handlers, context, params) => handlers.readResource(context, String(params['uri'])),
  'prompts/list': (handlers, context, params) => handlers.listPrompts(context, cursorOf(params)),
  'prompts/get': (handlers, context, params) =>
    handlers.getPrompt(context, String(params['name']), argumentsOf<string>(params)),
  'completion/complete': (handlers, context, params) => handlers.complete(context, params as CompleteRequest['params']),
} satisfies Record<string, Method>;

/** The cursor of a list's next page. */
export function cursorOf({ cursor }: Params): string | undefined {
  return typeof cursor === 'string' ? cursor : undefined;
}

function argumentsOf<Value = unknown>({ arguments: given }: Params): Record<string, Value> {
  return (given ?? {}) as Record<string, Value>;
}
