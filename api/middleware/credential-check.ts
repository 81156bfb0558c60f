import { AppError } from '../../domain/kernel/errors.ts';

/** A credential is looked up again where that was last done longer ago, milliseconds. */
export const MAX_AGE_MS = 1_000;

/** Checks again that a credential is valid while its request goes on; looks it up at most once a second. */
export interface CredentialCheck<Credential> {
  /**
   * The credential as it is now: asked when the body is there, which a client sends as slowly as it likes. Throws an AppError below
   * 500 where it would no longer be admitted. While it cannot be looked up, as without a database, the earlier one counts.
   */
  current(): Promise<Credential>;
  /**
   * Asked before something is sent that took time. Throws as `current` does where the credential was revoked; one that
   * has merely expired meanwhile still gets what it asked for.
   */
  requireNotRevoked(): Promise<void>;
}

/** Input of `createCredentialCheck`: a credential that was just admitted, and how to authenticate it again. */
interface CredentialCheckOptions<Credential> {
  admitted: Credential;
  reauthenticate: () => Promise<Credential>;
  hasExpired: (credential: Credential) => boolean;
}

/** Makes the check of a credential that was just admitted. */
export function createCredentialCheck<Credential>(
  options: CredentialCheckOptions<Credential>,
): CredentialCheck<Credential> {
  const { admitted, reauthenticate, hasExpired } = options;
  let credential = admitted;
  let checkedAt = performance.now();
  let checking: Promise<Credential> | undefined;
  const check = async () => {
    const now = performance.now();
    try {
      credential = await reauthenticate().catch((error: unknown) => {
        if (error instanceof AppError && error.status < 500) throw error;
        return credential;
      });
      checkedAt = now;
      return credential;
    } finally {
      checking = undefined;
    }
  };
  const current = async () => {
    if (performance.now() - checkedAt < MAX_AGE_MS) return credential;
    checking ??= check();
    return checking;
  };
  return {
    current,
    async requireNotRevoked() {
      if (!hasExpired(credential)) await current();
    },
  };
}
