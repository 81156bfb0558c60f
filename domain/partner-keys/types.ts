import type { PartnerKeyRow } from './table.ts';

/** A key that was just created; `plaintext` is null when the response is repeated. */
export interface CreatedKey {
  key: PartnerKeyRow;
  plaintext: string | null;
}

/** A key that was just created to replace another. */
export interface RotatedKey extends CreatedKey {
  revokedKeyId: number;
}
