/** Tells whether a copy of a credential in memory is still what the database holds. */
export interface Stamp {
  kind: 'partner_key' | 'admin_key';
  id: number;
  version: number;
  /** null: the credential belongs to no partner. */
  partnerVersion: number | null;
}
