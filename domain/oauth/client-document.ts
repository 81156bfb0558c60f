import { z } from 'zod';
import { applicationType, clientName, MAX_REDIRECT_URI_LENGTH, MIXED_TARGETS, redirectTarget } from './schema.ts';
import { MAX_CLIENT_ID_LENGTH } from './table.ts';

/**
 * Whether a client id is the address of a metadata document (draft-ietf-oauth-client-id-metadata-document): an https
 * URL with a path, without credentials and fragment. Only the spelling that URL parsers write is taken, so that one
 * document has one id, and no part of it is read in two ways.
 */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > MAX_CLIENT_ID_LENGTH || !clientId.startsWith('https://')) return false;
  const url = URL.parse(clientId);
  if (url?.href !== clientId || url.pathname === '/') return false;
  return url.username === '' && url.password === '' && !clientId.includes('#');
}

/** Grant types of clients that come by themselves: they act for users, never on their own behalf. */
const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;
const MAX_REDIRECT_URIS = 20;

/** What is kept of a metadata document. */
export const documentMetadata = z.object({
  client_id: z.string(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.enum(GRANT_TYPES)),
  response_types: z.array(z.literal('code')),
  token_endpoint_auth_method: z.literal('none'),
  application_type: z.enum(['web', 'native']),
});

/** What is kept of a metadata document. */
export type DocumentMetadata = z.output<typeof documentMetadata>;

/** The fields of a document that count; all others are dropped, `scope` as in registrations. */
const given = z.object({
  client_id: z.string(),
  client_name: clientName,
  redirect_uris: z
    .array(
      z
        .string()
        .max(MAX_REDIRECT_URI_LENGTH)
        .refine(
          (uri) => redirectTarget(uri) !== undefined,
          'must be an https URI, an http URI of the own machine, or have a private scheme such as com.example.app; without fragment',
        ),
    )
    .min(1)
    .max(MAX_REDIRECT_URIS),
  grant_types: z.array(z.string().max(128)).max(20).optional(),
  response_types: z.array(z.string().max(64)).max(20).optional(),
  token_endpoint_auth_method: z.literal('none', 'must be none').optional(),
  client_secret: z.undefined('must not be there').optional(),
  client_secret_expires_at: z.undefined('must not be there').optional(),
});

/** A metadata document that cannot be used; the message is for the client's makers. */
export class InvalidDocument extends Error {}

/** Reads the metadata document of a client. Throws InvalidDocument. */
export function readDocument(clientId: string, text: string): DocumentMetadata {
  const parsed = given.safeParse(jsonOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InvalidDocument(`${issue?.path.join('.') || 'the document'}: ${issue?.message}`);
  }
  const { data } = parsed;
  if (data.client_id !== clientId) throw new InvalidDocument('client_id: must be the address of the document');
  const grantTypes = GRANT_TYPES.filter((grant) => data.grant_types?.includes(grant) ?? true);
  if (!grantTypes.includes('authorization_code')) {
    throw new InvalidDocument('grant_types: must include authorization_code');
  }
  if (data.response_types?.includes('code') === false) throw new InvalidDocument('response_types: must include code');
  const type = applicationType(data.redirect_uris);
  if (!type) throw new InvalidDocument(`redirect_uris: ${MIXED_TARGETS}`);
  return {
    client_id: clientId,
    client_name: data.client_name,
    redirect_uris: data.redirect_uris,
    grant_types: grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    // Native programs listen on any port of the user's machine (RFC 8252, section 7.3).
    application_type: type,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidDocument('the document: is not valid JSON');
  }
}

/** Seconds that a reading of a document counts as current, whatever its site says; `usual` where it says nothing. */
const FRESH_SECONDS = { min: 300, usual: 3_600, max: 86_400 };

/** How long a reading counts as current by the HTTP headers of the answer (RFC 9111), seconds. */
export function freshSeconds(headers: Record<string, string | string[] | undefined>, now: Date): number {
  const { min, usual, max } = FRESH_SECONDS;
  const wanted = lifetimeOf((name) => [headers[name] ?? []].flat().join(','), now);
  return Math.min(max, Math.max(min, wanted ?? usual));
}

function lifetimeOf(field: (name: string) => string, now: Date): number | undefined {
  const directives = field('cache-control').toLowerCase().split(',');
  let maxAge: number | undefined;
  for (const directive of directives) {
    const [name = '', value = ''] = directive.trim().split('=', 2);
    if (name === 'no-store' || name === 'no-cache') return 0;
    if (name === 'max-age') maxAge ??= secondsOf(value.replaceAll('"', ''));
  }
  const age = secondsOf(field('age').trim()) ?? 0;
  if (maxAge !== undefined) return maxAge - age;
  if (field('expires') === '') return undefined;
  const sentAt = Date.parse(field('date'));
  // An Expires that is no date has passed (RFC 9111, section 5.3).
  const lifetimeMs = Date.parse(field('expires')) - (Number.isNaN(sentAt) ? now.getTime() : sentAt);
  return Number.isNaN(lifetimeMs) ? 0 : lifetimeMs / 1000 - age;
}

function secondsOf(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
