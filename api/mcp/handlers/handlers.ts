import type {
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { Actor } from '../../../domain/kernel/call.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { findCall } from '../../../domain/mcp/steps/calls.ts';
import { setLogLevel } from '../../../domain/mcp/steps/sessions.ts';
import type { McpLogLevel } from '../../../domain/mcp/table.ts';
import { type Catalogue, digestOfCatalogue } from '../catalogue/catalogue.ts';
import type { McpContext, SessionContext } from '../context.ts';
import { type FollowContext, followExecution, readCallEventId } from '../execute.ts';
import { EXECUTION_TASK } from '../execution-task.ts';
import { type RequestId, resultMessage } from '../json-rpc.ts';
import { createTasks, type Tasks } from '../tasks.ts';
import type { ToolAnswer } from '../tool-options.ts';
import { complete, getPrompt, listPrompts } from './prompts.ts';
import { listResources, listTemplates, mayListenTo, readResource, subscribeTo, unsubscribeFrom } from './resources.ts';
import { callTool, type ListVersion, listTools, toolPages } from './tools.ts';

/** A call whose stream was interrupted and that can be resumed. */
export interface ResumedCall {
  requestId: RequestId;
  /** Reports the progress that the client has not seen; returns the response as a message. */
  follow(context: FollowContext): Promise<object>;
}

/** The methods of the protocol. Errors are RpcError, or AppError for faults of the service. */
export interface Handlers {
  /** Changes with anything that clients see in a list. */
  digest: string;
  /** A page of tools; larger ones in the version without sessions. */
  listTools(context: McpContext, cursor?: string, version?: ListVersion): Promise<ListToolsResult>;
  callTool(context: McpContext, name: string, given: Record<string, unknown>): Promise<ToolAnswer>;
  listResources(context: McpContext, cursor?: string): Promise<ListResourcesResult>;
  listTemplates(context: McpContext, cursor?: string): Promise<ListResourceTemplatesResult>;
  readResource(context: McpContext, uri: string): Promise<ReadResourceResult>;
  subscribe(context: SessionContext, uri: string): Promise<void>;
  unsubscribe(context: SessionContext, uri: string): Promise<void>;
  listPrompts(context: McpContext, cursor?: string): Promise<ListPromptsResult>;
  getPrompt(context: McpContext, name: string, given: Record<string, string>): Promise<GetPromptResult>;
  complete(context: McpContext, params: CompleteRequest['params']): Promise<CompleteResult>;
  /** Whether a URI can name a resource that the caller's role permits to see. */
  mayListenTo(actor: Actor, uri: string): boolean;
  /** The calls that clients follow as tasks. */
  tasks: Tasks;
  setLogLevel(context: SessionContext, level: McpLogLevel): Promise<void>;
  /** The call whose stream has an event with this id; undefined for other ids and other sessions. */
  resume(context: Pick<SessionContext, 'deps' | 'session'>, eventId: string): Promise<ResumedCall | undefined>;
}

/** The handlers of a catalogue. */
export function createHandlers(catalogue: Catalogue): Handlers {
  const { collections, prompts } = catalogue;
  const pagesOf = toolPages(catalogue);
  const sources = catalogue.tools.flatMap(({ task }) => task ?? []);
  return {
    digest: digestOfCatalogue(catalogue),
    listTools: async ({ call: { actor }, selection }, cursor, version = 'session') =>
      listTools(pagesOf({ actor, selection, version }), version, cursor),
    callTool: (context, name, given) => callTool(catalogue, context, name, given),
    listResources: (context, cursor) => listResources(collections, context, cursor),
    listTemplates: async (_context, cursor) => ({ resourceTemplates: listTemplates(collections, cursor) }),
    readResource: (context, uri) => readResource(collections, context, uri),
    subscribe: (context, uri) => subscribeTo(collections, context, uri),
    unsubscribe: unsubscribeFrom,
    listPrompts: async (_context, cursor) => ({ prompts: listPrompts(prompts, cursor) }),
    getPrompt: (context, name, given) => getPrompt(prompts, context, name, given),
    complete: (context, params) => complete(catalogue, context, params),
    mayListenTo: (actor, uri) => mayListenTo(collections, actor, uri),
    tasks: createTasks([EXECUTION_TASK, ...sources]),
    setLogLevel: ({ deps, session }, level) => perform(deps, setLogLevel, { sessionId: session.id, level }),
    async resume({ deps, session }, eventId) {
      const place = readCallEventId(eventId);
      const call = place && (await perform(deps, findCall, { id: place.callId, sessionId: session.id }));
      if (!place || !call) return undefined;
      return {
        requestId: call.request_id,
        follow: async (context) =>
          resultMessage(call.request_id, await followExecution(call, place.executionEventId, context)),
      };
    },
  };
}
