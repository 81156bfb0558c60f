import { errors } from 'oidc-provider';
import { z } from 'zod';
import { MAX_REDIRECT_URI_LENGTH, redirectTarget } from '../../domain/oauth/redirect-uri.ts';
import { clientName } from '../../domain/oauth/schema.ts';

const MAX_REDIRECT_URIS = 20;
/** What a client that registers itself may be granted: it acts for users, never on its own behalf. */
const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/** What is taken of a registration; all else is dropped, `scope` above all. */
const registration = z.object({
  redirect_uris: z.array(z.string().max(MAX_REDIRECT_URI_LENGTH)).min(1).max(MAX_REDIRECT_URIS),
  client_name: clientName.optional(),
  client_uri: z.string().max(MAX_REDIRECT_URI_LENGTH).optional(),
  token_endpoint_auth_method: z.string().max(64).optional(),
  grant_types: z.array(z.string().max(128)).max(20).default(GRANT_TYPES),
  response_types: z.array(z.string().max(64)).max(20).optional(),
  application_type: z.enum(['web', 'native']).optional(),
});

/**
 * What is registered of what a client asks for. The scope is dropped because clients ask here for what the first challenge named and
 * would never get another; which scopes they may have, users decide. Throws what the provider answers with.
 */
export function registrationOf(body: unknown): Record<string, unknown> {
  const parsed = registration.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new errors.InvalidClientMetadata(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
  }
  const { redirect_uris: uris, grant_types: wanted, ...metadata } = parsed.data;
  const targets = uris.map(redirectTarget);
  if (targets.includes(undefined)) {
    throw new errors.InvalidClientMetadata(
      'redirect_uris must be https URIs, http URIs of this machine, or have a private scheme such as com.example.app; without fragment',
    );
  }
  const grantTypes = GRANT_TYPES.filter((grant) => wanted.includes(grant));
  if (!grantTypes.includes('authorization_code')) {
    throw new errors.InvalidClientMetadata('grant_types must include authorization_code');
  }
  return {
    ...metadata,
    redirect_uris: uris,
    grant_types: grantTypes,
    // Programs beside the browser listen on any port of this machine (RFC 8252, section 7.3).
    application_type: targets.includes('native') ? 'native' : (metadata.application_type ?? 'web'),
  };
}
