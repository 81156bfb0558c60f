/**
 * Versions behind a cached credential. Checked along with the counters to see whether the cached copy is still current.
 */
export interface CredentialVersions {
  /**
   * What `id` and `version` refer to: a key; a user of an external issuer; a client that acts for itself; or, for
   * `user_grant`, the user's consent to a client, with the user's version.
   */
  kind: 'partner_key' | 'admin_key' | 'user' | 'oauth_client' | 'user_grant';
  id: number;
  version: number;
  /** null: the credential belongs to no partner. */
  partnerVersion: number | null;
}
