import {
  bigint,
  bytes,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  sealed,
  table,
  textArray,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { ROLES } from '../kernel/permissions.ts';

/** Clients that registered themselves are kept this long without a user's consent, days. */
const UNUSED_CLIENT_DAYS = 30;

/** Longest id of a client. */
export const MAX_CLIENT_ID_LENGTH = 255;

/** Client metadata (RFC 7591); the secret in it is a SHA-256. */
export type ClientMetadata = Record<string, unknown> & { grant_types: string[]; redirect_uris: string[] };

/** A program that may request access tokens. */
export const oauthClientTable = table(
  'oauth_client',
  {
    id: identity(),
    /** The address of its metadata document where it has one. */
    client_id: varchar(MAX_CLIENT_ID_LENGTH),
    /** null: it registered itself, or has a metadata document. */
    partner_id: bigint().nullable(),
    name: varchar(255),
    /** Its role when it acts for itself; null without a partner. */
    role: oneOf(ROLES, 10).nullable(),
    /** Scopes it may request; null: all. */
    scopes: textArray().nullable(),
    metadata: json<ClientMetadata>(),
    version: integer().default(1),
    created_at: timestamp(),
    /** When its metadata document was last read; null: it has none. */
    document_fetched_at: timestamp().nullable(),
    /** Until when that reading counts as current. */
    document_expires_at: timestamp().nullable(),
  },
  {
    since: 'created_at',
    days: UNUSED_CLIENT_DAYS,
    // Clients of no partner that have no user's consent any more.
    condition: `partner_id IS NULL
    AND NOT EXISTS (SELECT FROM oauth_record r WHERE r.client_id = oauth_client.client_id)`,
  },
  { personal: ['text', 'credential'] },
);
export type OauthClientRow = Row<typeof oauthClientTable>;

/** A record of the authorization server: a session, a grant, a code, a refresh token. */
export const oauthRecordTable = table(
  'oauth_record',
  {
    id: identity(),
    kind: varchar(32),
    /** SHA-256 of its id. */
    key: bytes(),
    grant_key: bytes().nullable(),
    uid_key: bytes().nullable(),
    user_id: bigint().nullable(),
    client_id: varchar(MAX_CLIENT_ID_LENGTH).nullable(),
    /** JSON. */
    payload: sealed(),
    expires_at: timestamp(),
    consumed_at: timestamp().nullable(),
    created_at: timestamp(),
  },
  { since: 'expires_at', days: 0 },
  {
    personal: ['activity', 'credential'],
    of: [
      { to: 'app_user', by: 'user_id' },
      { to: 'oauth_client', by: 'client_id', key: 'client_id' },
    ],
    people: { by: 'user_id', erased: 'deleted' },
    secret: ['key', 'grant_key', 'uid_key', 'payload'],
  },
);
export type OauthRecordRow = Row<typeof oauthRecordTable>;

/** Sessions are forgotten this long after their last use, days; the authorization server ends them before. */
const SESSION_DAYS = 30;

/** A browser in which somebody is signed in, as the person sees it. The session itself is a record of the authorization server. */
export const userSessionTable = table(
  'user_session',
  {
    id: identity(),
    user_id: bigint(),
    /** SHA-256 of the uid of the session. */
    session_key: bytes(),
    /** SHA-256 of the id of the console's grant in this session; null: the console was not opened in it. */
    grant_key: bytes().nullable(),
    /** Browser and system, such as `Firefox, Windows`. */
    device: varchar(100),
    /** The first part of the address. */
    network: varchar(50),
    created_at: timestamp(),
    last_used_at: timestamp(),
  },
  { since: 'last_used_at', days: SESSION_DAYS },
  {
    personal: ['activity'],
    of: [{ to: 'app_user', by: 'user_id' }],
    people: { by: 'user_id', erased: 'deleted' },
    secret: ['session_key', 'grant_key'],
  },
);
export type UserSessionRow = Row<typeof userSessionTable>;

/** A client that was just created; `secret` is null when the response is repeated. */
export interface CreatedClient {
  client: OauthClientRow;
  secret: string | null;
}
