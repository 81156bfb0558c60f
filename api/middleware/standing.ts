import { AppError } from '../../domain/kernel/errors.ts';

/** A credential is looked up again where that was last done longer ago, milliseconds. */
export const MAX_AGE_MS = 1_000;

/** The standing of a credential while its request goes on. Looked up at most once a second. */
export interface Standing<Credential> {
  /**
   * The credential as it is now: asked when the body is there, which a client sends as slowly as it likes. Throws an AppError below
   * 500 where it would no longer be admitted. While it cannot be looked up, as without a database, the earlier one counts.
   */
  current(): Promise<Credential>;
  /**
   * Asked before something is sent that took time. Throws as `current` does where the credential was withdrawn; one that
   * has merely expired meanwhile still gets what it asked for.
   */
  requireNotWithdrawn(): Promise<void>;
}

/** What the standing of a credential that was just admitted follows from. */
interface StandingOptions<Credential> {
  admitted: Credential;
  readmit: () => Promise<Credential>;
  hasExpired: (credential: Credential) => boolean;
}

/** The standing of a credential from its admission on. */
export function createStanding<Credential>(options: StandingOptions<Credential>): Standing<Credential> {
  const { admitted, readmit, hasExpired } = options;
  let credential = admitted;
  let checkedAt = performance.now();
  let checking: Promise<Credential> | undefined;
  const check = async () => {
    const now = performance.now();
    try {
      credential = await readmit().catch((error: unknown) => {
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
    async requireNotWithdrawn() {
      if (!hasExpired(credential)) await current();
    },
  };
}
