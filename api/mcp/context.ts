import type { Call } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import type { ErrorDetails } from '../../domain/kernel/problems.ts';
import type { McpCallRow, McpLogLevel, McpSessionRow } from '../../domain/mcp/table.ts';
import type { AccessTokenGrant } from '../oauth/access-tokens.ts';
import type { PresentContext } from '../resource.ts';
import type { ClientInput } from './input/client-input.ts';
import type { RequestId } from './json-rpc.ts';
import type { ToolSelection } from './toolsets.ts';

/** A call whose client waits for the end of its execution. */
export type FollowedCall = Pick<McpCallRow, 'execution_id' | 'progress_token'> & {
  /** Where the client can resume the call; undefined where it cannot. */
  id?: number;
};

/** The context of a request's handlers. */
export interface McpContext extends PresentContext {
  deps: Deps;
  call: Call;
  grant: AccessTokenGrant;
  /**
   * The grant after a wait, checked again. Throws UNAUTHORIZED and FORBIDDEN where it was revoked, and the errors of
   * the lookup.
   */
  reauthenticate(): Promise<AccessTokenGrant>;
  /** Throws UNAUTHORIZED and FORBIDDEN where the grant was withdrawn. Asked before each report of progress. */
  requireNotRevoked(): Promise<void>;
  requestId: RequestId;
  /** What no record could store in a tool's arguments, by argument. */
  argumentProblems?: ErrorDetails | undefined;
  /** The tools that the request is about. */
  selection: ToolSelection;
  /** Whether the client takes a task, to be asked for later, in place of a result that takes time. */
  offersTasks: boolean;
  /** What the client's user was asked and has said; undefined where the client cannot ask. */
  input?: ClientInput | undefined;
  /** The client's token for progress reports; undefined where it wants none, or where the response is JSON. */
  progressToken: string | number | undefined;
  /** Fires when the client has cancelled the request. */
  cancelled: AbortSignal;
  /**
   * Fires when the response has no reader any more: the client has disconnected, its token has expired, or the service
   * stops.
   */
  gone: AbortSignal;
  /**
   * Sends the client a notification before the response; nothing where the response is JSON. With an id the client can
   * resume here.
   */
  notify(method: string, params: Record<string, unknown>, eventId?: string): void;
  /**
   * Lets the call wait for an execution on a stream that reports its progress. Undefined where it may not wait: the client
   * wants no progress, or is gone, or too many streams are open.
   */
  follow(executionId: number): Promise<FollowedCall | undefined>;
  /** A log message, for clients that want this level. */
  log(level: McpLogLevel, data: Record<string, unknown>): void;
}

/** The context of a request within a session. */
export interface SessionContext extends McpContext {
  session: McpSessionRow;
  /**
   * Gives the client an event id to resume from should it lose the stream, before there is progress to report; the call
   * may then wait. False where it may not wait, since the client is gone or too many streams are open.
   */
  mark(eventId: string): boolean;
  /** Ends the stream without a response; the client resumes from the marked event. */
  hangUp(): void;
}
