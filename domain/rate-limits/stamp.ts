/** Tells whether a copy of a credential in memory is still what the database holds; checked along with the counters. */
export interface Stamp {
  /**
   * What `id` and `version` are of: a key; a user whom an external issuer knows; a client that acts for itself; or, `user_grant`,
   * the user's consent to a client, with the user's version.
   */
  kind: 'partner_key' | 'admin_key' | 'user' | 'oauth_client' | 'user_grant';
  id: number;
  version: number;
  /** null: the credential belongs to no partner. */
  partnerVersion: number | null;
}
