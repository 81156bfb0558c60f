import type { Credential } from '../../domain/credentials/credential.ts';
import { findFeedCredential } from '../../domain/gtm-schedule/feed-credential.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import type { HttpContext } from '../context.ts';
import type { CredentialScheme } from './admission.ts';

/** The credentials of calendar feeds: a token in the query, since calendar applications send no headers. */
export function feedCredentials(deps: Pick<Deps, 'db' | 'clock'>): CredentialScheme<Credential> {
  return {
    tokenOf,
    async find(token) {
      const credential = await findFeedCredential(deps, token);
      if (!credential) throw new AppError('UNAUTHORIZED', 'The token of the feed is missing or not valid.');
      return credential;
    },
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
