import { AppError } from '../kernel/errors.ts';
import type { Credential } from './types.ts';

/** FORBIDDEN for a valid access token without a required scope. Such requests count for the token's principal, not as anonymous. */
export class InsufficientScope extends AppError {
  readonly scope: string;
  readonly credential: Credential;

  constructor(scope: string, credential: Credential) {
    super('FORBIDDEN', `The access token lacks the scope "${scope}".`);
    this.scope = scope;
    this.credential = credential;
  }
}
