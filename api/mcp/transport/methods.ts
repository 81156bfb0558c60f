import type { McpLogLevel } from '../../../domain/mcp/table.ts';
import type { SessionContext } from '../context.ts';
import { COMMON_METHODS, cursorOf, type Method } from '../handlers/methods.ts';

/** The methods of a session, all but `initialize`. */
const METHODS: Readonly<Record<string, Method<SessionContext>>> = {
  ...COMMON_METHODS,
  ping: async () => ({}),
  'tools/list': (handlers, context, params) => handlers.listTools(context, cursorOf(params)),
  'resources/subscribe': async (handlers, context, params) => {
    await handlers.subscribe(context, String(params['uri']));
    return {};
  },
  'resources/unsubscribe': async (handlers, context, params) => {
    await handlers.unsubscribe(context, String(params['uri']));
    return {};
  },
  'logging/setLevel': async (handlers, context, params) => {
    await handlers.setLogLevel(context, params['level'] as McpLogLevel);
    return {};
  },
};

/** The method of this name; undefined where sessions have none. */
export function sessionMethod(name: string): Method<SessionContext> | undefined {
  return Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
}
