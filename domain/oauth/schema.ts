import { z } from 'zod';
import { isStorable, UNSTORABLE } from '../kernel/json.ts';
import { ROLES } from '../kernel/permissions.ts';
import { onceValid, pageQuery, text } from '../kernel/schema.ts';
import { partnerParams } from '../partners/schema.ts';
import { ALL_SCOPES } from './scopes.ts';

/** Longest redirect URI. */
export const MAX_REDIRECT_URI_LENGTH = 2_048;

/** The console's client of this service's own issuer. */
export const CONSOLE_CLIENT_ID = 'marketwright-console';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Private schemes without a dot that well-known MCP clients register; operating systems pass them to these programs
 * only.
 */
const KNOWN_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:']);

/** What parsers leave out of a URI or write in another way, so that it would be kept as one and called as another. */
const NOT_IN_URI = /[\s\p{Cc}]/u;

/** Kind of a redirect URI; undefined: it may not be registered. */
export type RedirectTarget = 'web' | 'native' | undefined;

/**
 * `https:` leads to a web server; `http:` on this machine, or a private scheme, leads to a native program. Private
 * schemes are made of a domain name and contain a dot, which no scheme known to browsers or systems does (RFC 8252,
 * section 7.1); a few known clients are exceptions. Everything else is refused, including URIs with fragments or user
 * names.
 */
export function redirectTarget(uri: string): RedirectTarget {
  if (uri.length > MAX_REDIRECT_URI_LENGTH || uri.includes('#') || !URL.canParse(uri)) return undefined;
  if (NOT_IN_URI.test(uri) || !uri.isWellFormed()) return undefined;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return undefined;
  if (protocol === 'https:') return 'web';
  if (protocol === 'http:') return LOOPBACK.has(hostname) ? 'native' : undefined;
  return protocol.includes('.') || KNOWN_SCHEMES.has(protocol) ? 'native' : undefined;
}

/**
 * Whether these redirect URIs, each of which may be registered, belong to a web server or a native program; undefined: to
 * neither. With `https:` a native program receives its codes at a host that is its maker's own, so beside its URIs there
 * can be none of this machine with `https:` (OpenID Connect Dynamic Client Registration 1.0, section 2).
 */
export function applicationType(uris: readonly string[]): Exclude<RedirectTarget, undefined> | undefined {
  if (!uris.some((uri) => redirectTarget(uri) === 'native')) return 'web';
  return uris.every((uri) => redirectTarget(uri) === 'native' || !isLoopback(uri)) ? 'native' : undefined;
}

/** Whether a redirect URI leads to a program of the person's own machine, which another one there could imitate. */
export function leadsToOwnMachine(uri: string): boolean {
  return redirectTarget(uri) === 'native' || isLoopback(uri);
}

function isLoopback(uri: string): boolean {
  return LOOPBACK.has(URL.parse(uri)?.hostname ?? '');
}

/** Why such URIs are refused. */
export const MIXED_TARGETS = 'https URIs of this machine cannot stand beside those of a native program.';

/** Grant types that a client may have; refresh tokens come with codes. */
export const GRANT_TYPES = ['client_credentials', 'authorization_code', 'refresh_token'] as const;
const MAX_REDIRECT_URIS = 20;

export const oauthClientParams = partnerParams.extend({
  client_id: z.string().max(64).describe('Public id of the client.'),
});

/**
 * Without control characters (Cc) and characters that change the direction of text (Bidi_Control), which can make a
 * name look like another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is about
const VISIBLE_TEXT = /^[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/;

/** Name of a client, as shown to people. */
export const clientName = text(255)
  .refine(
    (name) => VISIBLE_TEXT.test(name),
    'Must not contain control characters, nor those that turn the direction of text.',
  )
  .refine(isStorable, UNSTORABLE)
  .meta({ pattern: VISIBLE_TEXT.source });

const redirectUris = z
  .array(
    z
      .string('Must be a string.')
      .trim()
      .max(MAX_REDIRECT_URI_LENGTH, `Must be at most ${MAX_REDIRECT_URI_LENGTH} characters.`)
      .meta({ format: 'uri' })
      .refine(
        (uri) => redirectTarget(uri) !== undefined,
        'Must be an https URI, an http URI of this machine, or one with a private scheme such as com.example.app; without fragment.',
      ),
    'Must be an array.',
  )
  .max(MAX_REDIRECT_URIS, `Must have at most ${MAX_REDIRECT_URIS} entries.`)
  .refine((uris) => applicationType(uris) !== undefined, MIXED_TARGETS);

export const createOauthClientBody = z
  .object({
    name: clientName.describe('Name of the program, shown on the consent page.'),
    role: z.enum(ROLES).default('viewer').describe('Role for acting on its own behalf.'),
    scopes: z
      .array(z.enum(ALL_SCOPES))
      .min(1)
      .max(ALL_SCOPES.length)
      .nullish()
      .describe('Scopes that it may request; null means all.'),
    redirect_uris: redirectUris.default([]).describe('Redirect URIs; required for programs that sign people in.'),
    grant_types: z
      .array(z.enum(GRANT_TYPES))
      .min(1)
      .max(GRANT_TYPES.length)
      .nullish()
      .describe('`client_credentials`; with redirect URIs also the other two.'),
  })
  .refine((body) => !body.grant_types?.includes('authorization_code') || body.redirect_uris.length > 0, {
    path: ['redirect_uris'],
    error: 'Is required for the grant type authorization_code.',
    ...onceValid('grant_types', 'redirect_uris'),
  })
  .refine((body) => !body.grant_types?.includes('refresh_token') || body.grant_types.includes('authorization_code'), {
    path: ['grant_types'],
    error: 'The grant type refresh_token needs authorization_code.',
    ...onceValid('grant_types'),
  });

export const listOauthClientsQuery = z.object(pageQuery());

/** Client metadata (RFC 7591) in the fields that this service uses; the authorization server knows the others. */
export const clientMetadata = z.looseObject({ grant_types: z.array(z.string()), redirect_uris: z.array(z.string()) });

/** Identifies a record of the authorization server: a session, a grant, a code, a refresh token. */
export const recordKey = z.object({ kind: z.string(), id: z.string() });

/** The principal of a verified access token. */
export const principalClaim = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user_grant'),
    grantId: z.string(),
    userId: z.int(),
    /** The console asked for the token. */
    isConsole: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('oauth_client'), clientId: z.string(), tokenId: z.string() }),
  z.object({
    kind: z.literal('user'),
    by: z.union([z.object({ email: z.string() }), z.object({ external_subject: z.string() })]),
    isConsole: z.boolean().optional(),
  }),
]);

/** `sub` of tokens that this service issues for users. */
export function subjectOfUser(userId: number): string {
  return `user_${userId}`;
}

/** The user's number in such a `sub`, or undefined. */
export function userOfSubject(subject: string): number | undefined {
  const match = /^user_([1-9]\d{0,15})$/.exec(subject);
  return match ? Number(match[1]) : undefined;
}
