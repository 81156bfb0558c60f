import type { OauthClientRow } from './table.ts';

/** A client that was just created; `secret` is null when the response is repeated. */
export interface CreatedClient {
  client: OauthClientRow;
  secret: string | null;
}
