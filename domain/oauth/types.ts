import type { OauthClientRow } from './table.ts';

/** A client that was just made; `secret` is null when the answer is given again. */
export interface CreatedClient {
  client: OauthClientRow;
  secret: string | null;
}
