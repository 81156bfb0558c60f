import type { Call } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import type { McpLogLevel, McpSessionRow } from '../../domain/mcp/table.ts';
import type { AccessTokenGrant } from '../oauth/access-tokens.ts';
import type { PresentContext } from '../resource.ts';
import type { RequestId } from './json-rpc.ts';

/** What the handlers of one request know. */
export interface McpContext extends PresentContext {
  deps: Deps;
  call: Call;
  grant: AccessTokenGrant;
  /** The grant as it is after a wait. Throws UNAUTHORIZED and FORBIDDEN where it was withdrawn, and what else finding it can throw. */
  readmit(): Promise<AccessTokenGrant>;
  session: McpSessionRow;
  requestId: RequestId;
  /** Under which the client wants progress reports; undefined where it does not, or where the answer is JSON. */
  progressToken: string | number | undefined;
  /** Fires when the client has cancelled the request. */
  cancelled: AbortSignal;
  /** Fires when nobody reads the answer any more: the client has left, its token has expired, or the service stops. */
  gone: AbortSignal;
  /** Sends the client a notification before the answer; nothing where the answer is JSON. An id lets it come back to this place. */
  notify(method: string, params: Record<string, unknown>, eventId?: string): void;
  /**
   * Gives the client a place to come back to should it lose the stream, before there is anything to report; the call may then wait. False
   * where it may not, since nobody is there or too many streams are.
   */
  mark(eventId: string): boolean;
  /** Ends the stream without an answer; the client comes back to the place that was marked. */
  hangUp(): void;
  /** A log message, for sessions that want this level. */
  log(level: McpLogLevel, data: Record<string, unknown>): void;
}
