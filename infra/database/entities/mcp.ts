import { EntitySchema } from 'typeorm';
import {
  bigint,
  defaulting,
  id,
  integer,
  json,
  key,
  nullable,
  smallint,
  text,
  textArray,
  timestamp,
  varchar,
} from './columns.ts';

export type McpLogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** A session of an MCP client; no process keeps anything of it. */
export interface McpSessionRow {
  /** What the client sends as Mcp-Session-Id; 256 random bits. */
  id: string;
  partner_id: number;
  /** Whom the access token was issued for; nobody else may use the session. */
  subject: string;
  client_id: string;
  protocol_version: string;
  client_name: string;
  client_version: string;
  log_level: McpLogLevel;
  /** URIs of resources whose updates the client wants to hear of. */
  subscriptions: string[];
  /** Counts the streams; only the newest goes on. */
  stream: number;
  /** The partner's last change that a stream of the session has passed on. */
  position: number;
  created_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
}

export const McpSessionEntity = new EntitySchema<McpSessionRow>({
  name: 'mcp_session',
  columns: {
    id: key(varchar(43)),
    partner_id: bigint,
    subject: varchar(255),
    client_id: varchar(255),
    protocol_version: varchar(10),
    client_name: varchar(200),
    client_version: varchar(100),
    log_level: defaulting(varchar(9), 'warning'),
    subscriptions: defaulting(textArray, '{}'),
    stream: defaulting(integer, 0),
    position: bigint,
    created_at: timestamp,
    last_seen_at: timestamp,
    ended_at: nullable(timestamp),
  },
});

/** A call that answers when its execution has ended; whichever process the client comes back to goes on with it. */
export interface McpCallRow {
  id: number;
  session_id: string;
  request_id: string | number;
  progress_token: string | number;
  execution_id: number;
  created_at: Date;
}

export const McpCallEntity = new EntitySchema<McpCallRow>({
  name: 'mcp_call',
  columns: {
    id,
    session_id: varchar(43),
    request_id: json,
    progress_token: json,
    execution_id: bigint,
    created_at: timestamp,
  },
});

/** Where a partner's changes are numbered; nothing is written down for partners that no session follows. */
export interface McpFeedRow {
  partner_id: number;
  /** Number of the latest change. */
  sequence: number;
  followed_until: Date;
}

export const McpFeedEntity = new EntitySchema<McpFeedRow>({
  name: 'mcp_feed',
  columns: { partner_id: key(bigint), sequence: bigint, followed_until: timestamp },
});

export type McpChangeKind = 'tools' | 'resources' | 'prompts' | 'resource';

/** Something that a partner's sessions are told of. */
export interface McpChangeRow {
  partner_id: number;
  sequence: number;
  /** Which list changed; `resource`: the one that `uri` names. */
  kind: McpChangeKind;
  uri: string | null;
  created_at: Date;
}

export const McpChangeEntity = new EntitySchema<McpChangeRow>({
  name: 'mcp_change',
  columns: {
    partner_id: key(bigint),
    sequence: key(bigint),
    kind: varchar(9),
    uri: nullable(text),
    created_at: timestamp,
  },
});

/** The catalogue of tools, resources and prompts that sessions were last told of. */
export interface McpCatalogueRow {
  id: number;
  digest: string;
}

export const McpCatalogueEntity = new EntitySchema<McpCatalogueRow>({
  name: 'mcp_catalogue',
  columns: { id: key(smallint), digest: varchar(64) },
});
