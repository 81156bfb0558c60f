import type { Logger } from 'pino';
import type { Deps } from '../../../domain/kernel/deps.ts';
import type { McpSessionRow } from '../../../domain/mcp/table.ts';
import type { Tracing } from '../../../infra/telemetry/tracing.ts';
import type { OpenStreams } from '../../event-streams/open-streams.ts';
import type { CredentialCheck } from '../../middleware/credential-check.ts';
import type { AccessTokenGrant } from '../../oauth/access-tokens.ts';
import type { Handlers } from '../handlers/handlers.ts';
import type { RequestId, RpcReply } from '../json-rpc.ts';
import type { SessionLookup } from './session.ts';

/** Within a process, only the latest of several streams with the same name continues. */
export interface LatestWins {
  /** Replaces the current holder of the name. `replaced` fires when a newer one enters; call `leave` at the end. */
  enter(name: string): { replaced: AbortSignal; leave: () => void };
}

/** Starts without holders. */
export function createLatestWins(): LatestWins {
  const holders = new Map<string, AbortController>();
  return {
    enter(name) {
      holders.get(name)?.abort();
      const holder = new AbortController();
      holders.set(name, holder);
      return {
        replaced: holder.signal,
        leave() {
          if (holders.get(name) === holder) holders.delete(name);
        },
      };
    },
  };
}

/** Timing of the streams, milliseconds. */
export interface StreamTimes {
  heartbeatMs: number;
  /** A stream ends after this time; the client reconnects. */
  lifetimeMs: number;
}

/** Shared dependencies of the MCP endpoint's parts. */
export interface McpOptions {
  deps: Deps;
  publicUrl: string;
  handlers: () => Promise<Handlers>;
  times: StreamTimes;
  streams: OpenStreams;
  /** How often the token of a stream is checked, milliseconds. */
  recheckMs: number;
  /** A call that costs more is confirmed by the user where the client can ask, credits. */
  confirmCredits: number;
  /** Calls that clients have resumed. */
  resumed: LatestWins;
  log: Logger;
  /** Fires when the service stops: streams end. */
  stopping: AbortSignal;
  /** Fires when the service has waited long enough for requests in flight during a stop. */
  cutOff: AbortSignal;
  /** Nothing is traced when absent. */
  tracing?: Tracing | undefined;
  /**
   * For servers that send requests to their clients, which this product's does not: receives each request in flight, with
   * what sends a message before its response, and each reply.
   */
  clientRequests?: {
    open(session: McpSessionRow, requestId: RequestId, send: (message: object) => void): () => void;
    reply(session: McpSessionRow, message: RpcReply): void;
  };
}

/** An admitted request. */
export interface Admitted {
  grant: AccessTokenGrant;
  lookup: SessionLookup;
  /**
   * The current grant, for long-running work. Throws UNAUTHORIZED, FORBIDDEN, SERVICE_UNAVAILABLE and the database's
   * errors.
   */
  reauthenticate: () => Promise<AccessTokenGrant>;
  credentialCheck: CredentialCheck<AccessTokenGrant>;
}
