import {
  bigint,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  smallint,
  table,
  textArray,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { DAY_MS } from '../kernel/durations.ts';

/** Log levels, mildest first (RFC 5424). */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type McpLogLevel = (typeof LOG_LEVELS)[number];

/** A session ends when it was unused for this long. */
export const SESSION_IDLE_MS = DAY_MS;

/** A session of an MCP client; processes keep no state of it. */
export const mcpSessionTable = table(
  'mcp_session',
  {
    /** SHA-256 in base64url of what the client sends as Mcp-Session-Id, 256 random bits that are kept nowhere. */
    id: varchar(43).key(),
    partner_id: bigint(),
    /** Subject of the access token; nobody else may use the session. */
    subject: varchar(255),
    client_id: varchar(255),
    protocol_version: varchar(10),
    client_name: varchar(200),
    client_version: varchar(100),
    log_level: oneOf(LOG_LEVELS, 9).default('warning'),
    /** URIs of resources whose updates the client subscribed to. */
    subscriptions: textArray().default('{}'),
    /** Counts the streams; only the newest stays open. */
    stream: integer().default(0),
    /** The partner's last change that a stream of the session has sent. */
    position: bigint(),
    created_at: timestamp(),
    last_seen_at: timestamp(),
    ended_at: timestamp().nullable(),
  },
  { since: 'last_seen_at', days: SESSION_IDLE_MS / DAY_MS },
  { personal: ['activity'], people: { by: 'subject', as: ["'user_' || key"], erased: 'deleted' } },
);
export type McpSessionRow = Row<typeof mcpSessionTable>;

/** A call that is answered when its execution has ended. Any process can resume it. */
export const mcpCallTable = table(
  'mcp_call',
  {
    id: identity(),
    session_id: varchar(43),
    request_id: json<string | number>(),
    progress_token: json<string | number>(),
    execution_id: bigint(),
    created_at: timestamp(),
  },
  { with: 'mcp_session' },
  { personal: [], of: [{ to: 'mcp_session', by: 'session_id' }] },
);
export type McpCallRow = Row<typeof mcpCallTable>;

/** The catalogue of tools, resources and prompts that sessions were last notified of. */
export const mcpCatalogueTable = table(
  'mcp_catalogue',
  {
    id: smallint().key(),
    digest: varchar(64),
  },
  { because: 'One row.' },
  { personal: [], nobody: 'A digest of the catalogue.' },
);
export type McpCatalogueRow = Row<typeof mcpCatalogueTable>;
