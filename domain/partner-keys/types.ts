import type { PartnerKeyRow } from './table.ts';

/** A key that was just made; `plaintext` is null when the answer is given again. */
export interface CreatedKey {
  key: PartnerKeyRow;
  plaintext: string | null;
}

/** A key that was just made in place of another. */
export interface RotatedKey extends CreatedKey {
  revokedKeyId: number;
}
