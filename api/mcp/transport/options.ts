import type { Logger } from 'pino';
import type { Deps } from '../../../domain/kernel/deps.ts';
import type { McpSessionRow } from '../../../domain/mcp/table.ts';
import type { OpenStreams } from '../../event-streams/open-streams.ts';
import type { AccessTokenGrant } from '../../oauth/access-tokens.ts';
import type { Handlers } from '../handlers/handlers.ts';
import type { RpcReply } from '../json-rpc.ts';
import type { Newest } from './newest.ts';
import type { RequestTransport } from './server.ts';
import type { SessionLookup } from './session.ts';

/** Times of the streams, milliseconds. */
export interface StreamTimes {
  heartbeatMs: number;
  /** A stream ends after this; the client comes again. */
  lifetimeMs: number;
}

/** What the parts of the MCP endpoint share. */
export interface McpOptions {
  deps: Deps;
  publicUrl: string;
  /** Name and version, as the protocol shows them. */
  info: { name: string; title: string; version: string };
  handlers: () => Promise<Handlers>;
  times: StreamTimes;
  streams: OpenStreams;
  /** Calls that clients have come back to. */
  resumed: Newest;
  log: Logger;
  /** Fires when the service stops: streams end. */
  stopping: AbortSignal;
  /** Fires when a stop has waited long enough for requests in flight. */
  cutOff: AbortSignal;
  /** For servers that ask their clients something, which this product's does not: is handed each request in flight and each reply. */
  asking?: {
    open(session: McpSessionRow, transport: RequestTransport): () => void;
    reply(session: McpSessionRow, message: RpcReply): void;
  };
}

/** A request that was admitted. */
export interface Admitted {
  grant: AccessTokenGrant;
  lookup: SessionLookup;
  /** The grant as it is now, for what lasts. Throws UNAUTHORIZED, FORBIDDEN, SERVICE_UNAVAILABLE and the database's errors. */
  readmit: () => Promise<AccessTokenGrant>;
}
