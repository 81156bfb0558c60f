import { AppError } from '../kernel/errors.ts';
import type { Credential } from './types.ts';

/** 403 FORBIDDEN of a valid access token that lacks a scope. Its requests are counted as the bearer's, not as those of nobody. */
export class InsufficientScope extends AppError {
  readonly scope: string;
  readonly credential: Credential;

  constructor(scope: string, credential: Credential) {
    super('FORBIDDEN', `The access token lacks the scope "${scope}".`);
    this.scope = scope;
    this.credential = credential;
  }
}
