import { errors } from 'oidc-provider';
import { z } from 'zod';
import { isStorable, UNSTORABLE } from '../../domain/kernel/json.ts';
import {
  applicationType,
  clientName,
  MAX_REDIRECT_URI_LENGTH,
  MIXED_TARGETS,
  redirectTarget,
} from '../../domain/oauth/schema.ts';
import { CLIENT_AUTH_METHODS } from './options.ts';

const MAX_REDIRECT_URIS = 20;
/** Grant types of self-registered clients: they act for users, never on their own behalf. */
const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/** The accepted fields of a registration; all others are dropped, in particular `scope`. */
const registration = z.object({
  redirect_uris: z.array(z.string().max(MAX_REDIRECT_URI_LENGTH)).min(1).max(MAX_REDIRECT_URIS),
  client_name: clientName.optional(),
  client_uri: z.string().max(MAX_REDIRECT_URI_LENGTH).refine(isStorable, UNSTORABLE).optional(),
  token_endpoint_auth_method: z.enum(CLIENT_AUTH_METHODS).optional(),
  grant_types: z.array(z.string().max(128)).max(20).default(GRANT_TYPES),
  response_types: z.array(z.string().max(64)).max(20).optional(),
  application_type: z.enum(['web', 'native']).optional(),
});

/**
 * The metadata registered for a client's request. The scope is dropped: clients request here the one from the first
 * challenge and would never get another; users decide on scopes. Throws the provider's errors.
 */
export function registrationOf(body: unknown): Record<string, unknown> {
  const parsed = registration.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new errors.InvalidClientMetadata(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
  }
  const { redirect_uris: uris, grant_types: wanted, ...metadata } = parsed.data;
  if (uris.some((uri) => redirectTarget(uri) === undefined)) {
    throw new errors.InvalidClientMetadata(
      'redirect_uris must be https URIs, http URIs of this machine, or have a private scheme such as com.example.app; without fragment',
    );
  }
  const type = applicationType(uris);
  if (!type) throw new errors.InvalidClientMetadata(`redirect_uris: ${MIXED_TARGETS}`);
  const grantTypes = GRANT_TYPES.filter((grant) => wanted.includes(grant));
  if (!grantTypes.includes('authorization_code')) {
    throw new errors.InvalidClientMetadata('grant_types must include authorization_code');
  }
  return {
    ...metadata,
    redirect_uris: uris,
    grant_types: grantTypes,
    // Native programs listen on any port of the user's machine (RFC 8252, section 7.3).
    application_type: type === 'native' ? type : (metadata.application_type ?? type),
  };
}
