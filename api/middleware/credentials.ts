import type { Authenticator } from '../../domain/credentials/authenticator.ts';
import { AddressNotAllowed, type Credential, InsufficientScope } from '../../domain/credentials/credential.ts';
import { findFeedCredential } from '../../domain/gtm-schedule/feed-credential.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import type { HttpContext } from '../context.ts';
import { API_PREFIX } from '../paths.ts';
import type { CredentialScheme, Identified } from './admission.ts';
import { type ClientAddress, isAllowed } from './client-address.ts';

const PARTNER_PATH = `${API_PREFIX}/partners/`;

/** The credentials of the REST API: one of the authenticators' kinds, used from an allowed address. */
export function apiCredentials(options: {
  authenticators: readonly Authenticator[];
  clientAddress: ClientAddress;
  deps: Pick<Deps, 'clock'>;
}): CredentialScheme<Credential> {
  const { authenticators, clientAddress, deps } = options;
  const authenticatorOf = (token: string) => authenticators.find((candidate) => candidate.accepts(token));
  return {
    async find(token, ctx) {
      const authenticator = authenticatorOf(token);
      const isRefused = ({ allowedIpAddresses }: Credential) =>
        allowedIpAddresses !== null && !isAllowed(clientAddress(ctx.req), allowedIpAddresses);
      let credential = await authenticator?.find(token);
      if (credential && isRefused(credential)) {
        // Counting, which shows that a copy is stale, comes after: the list may have been changed since it was made.
        authenticator?.forget(token);
        credential = await authenticator?.find(token);
      }
      if (!credential) throw unauthorized(token);
      if (isRefused(credential)) throw new AddressNotAllowed(credential);
      return credential;
    },
    hasExpired: ({ expiresAt }) => expiresAt !== null && expiresAt <= deps.clock.now().getTime(),
    forget: (token) => authenticatorOf(token)?.forget(token),
    limitsOf(identified, ctx) {
      const credential = countedOf(identified);
      return ctx.path.startsWith(PARTNER_PATH) ? credential?.partnerPathLimits : credential?.limits;
    },
  };
}

/** Whose limits a request counts against; undefined: those of its address. */
function countedOf(identified: Identified<Credential>): Credential | undefined {
  if ('credential' in identified) return identified.credential;
  return identified.refusal instanceof InsufficientScope ? identified.refusal.credential : undefined;
}

function unauthorized(token: string): AppError {
  const message =
    token === ''
      ? 'Send an API key or an access token as "Authorization: Bearer <key or token>".'
      : 'The credentials are not valid.';
  return new AppError('UNAUTHORIZED', message);
}

/** The credentials of calendar feeds: a token in the query, since calendar applications send no headers. */
export function feedCredentials(deps: Pick<Deps, 'db' | 'clock'>): CredentialScheme<Credential> {
  return {
    tokenOf,
    async find(token) {
      const credential = await findFeedCredential(deps, token);
      if (!credential) throw new AppError('UNAUTHORIZED', 'The token of the feed is missing or not valid.');
      return credential;
    },
    hasExpired: () => false,
    // Nothing is cached.
    forget: () => undefined,
    limitsOf: (identified) => ('credential' in identified ? identified.credential.limits : undefined),
  };
}

/** The token; empty where there are several. */
function tokenOf({ querystring }: HttpContext): string {
  const [token = '', ...others] = new URLSearchParams(querystring).getAll('token');
  return others.length === 0 ? token : '';
}
