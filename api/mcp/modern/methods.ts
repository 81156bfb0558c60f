import { HOUR_MS } from '../../../domain/kernel/durations.ts';
import { SUPPORTED_VERSIONS } from '../../../domain/mcp/rules.ts';
import { COMMON_METHODS, cursorOf, type Method } from '../handlers/methods.ts';
import { cacheSerialized } from '../json-rpc.ts';
import { CAPABILITIES, INSTRUCTIONS } from '../offer.ts';
import { SERVER_INFO } from '../schema.ts';
import { META, TASKS_EXTENSION } from './envelope.ts';

/** For how long, and for whom, a client may keep a result. */
interface Kept {
  ttlMs: number;
  cacheScope: 'public' | 'private';
}

interface ModernMethod {
  /** For how long a client may keep the result; undefined where the protocol has no such fields. */
  kept?: Kept;
  result: Method;
}

/** What a release contains, the same for everybody. */
const OF_RELEASE: Kept = { ttlMs: HOUR_MS, cacheScope: 'public' };
/** What depends on the caller's role, too. */
const OF_ROLE: Kept = { ttlMs: 300_000, cacheScope: 'private' };
/** Records of the partner, of which nobody wants to see an old state. */
const OF_PARTNER: Kept = { ttlMs: 0, cacheScope: 'private' };

const DISCOVERED = {
  supportedVersions: SUPPORTED_VERSIONS,
  capabilities: { ...CAPABILITIES, extensions: { [TASKS_EXTENSION]: {} } },
  instructions: INSTRUCTIONS,
};

/** The method that opens a stream of notifications. */
export const LISTEN = 'subscriptions/listen';

/** The methods of the version without sessions that are answered at once. */
const METHODS: Readonly<Record<string, ModernMethod>> = {
  'server/discover': { kept: OF_RELEASE, result: async () => DISCOVERED },
  'tools/list': {
    kept: OF_ROLE,
    result: (handlers, context, params) => handlers.listTools(context, cursorOf(params), 'modern'),
  },
  'tools/call': { result: COMMON_METHODS['tools/call'] },
  'tasks/get': { result: ({ tasks }, context, params) => tasks.get(context, String(params['taskId'])) },
  'tasks/cancel': {
    result: async ({ tasks }, context, params) => {
      await tasks.cancel(context, String(params['taskId']));
      return {};
    },
  },
  // No task of ours waits for its client, so there is nothing that an answer could be to.
  'tasks/update': {
    result: async ({ tasks }, context, params) => {
      await tasks.get(context, String(params['taskId']));
      return {};
    },
  },
  'resources/list': { kept: OF_PARTNER, result: COMMON_METHODS['resources/list'] },
  'resources/templates/list': { kept: OF_RELEASE, result: COMMON_METHODS['resources/templates/list'] },
  'resources/read': { kept: OF_PARTNER, result: COMMON_METHODS['resources/read'] },
  'prompts/list': { kept: OF_RELEASE, result: COMMON_METHODS['prompts/list'] },
  'prompts/get': { result: COMMON_METHODS['prompts/get'] },
  'completion/complete': { result: COMMON_METHODS['completion/complete'] },
};

/** Whether a method belongs to the extension for tasks. */
export function isOfTasks(method: string): boolean {
  return method.startsWith('tasks/');
}

/** The method of this name; undefined where the version has none that is answered at once. */
export function methodNamed(name: string): ModernMethod | undefined {
  return Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
}

/** Results that are the same for many requests, as they are sent. */
const finished = new WeakMap<object, object>();

/** A method's result with the fields that every result of the version without sessions has. */
export function finishedResult(result: object, kept?: Kept): object {
  const known = finished.get(result);
  if (known) return known;
  const made = { resultType: 'complete', ...result, ...kept, _meta: { ...metaOf(result), [META.server]: SERVER_INFO } };
  // Only lists that never change are given out twice.
  if (kept && kept.ttlMs > 0) finished.set(result, cacheSerialized(made));
  return made;
}

function metaOf(result: object): object {
  return '_meta' in result && typeof result._meta === 'object' ? { ...result._meta } : {};
}
