import { appendFileSync } from 'node:fs';

/** A request and its answer, as an acceptance test sent and got them. */
export interface Exchange {
  /** `METHOD path`. */
  route: string;
  request: unknown;
  status: number;
  response: unknown;
}

/** Keeps an exchange for `npm run examples`, which names the file; in other runs nothing. */
export function recordExchange(exchange: Exchange): void {
  const file = process.env['EXAMPLES_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(exchange)}\n`);
}
