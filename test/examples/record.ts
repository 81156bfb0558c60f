import { appendFileSync } from 'node:fs';

/** A request of an acceptance test and its response. */
export interface Exchange {
  /** `METHOD path`. */
  route: string;
  request: unknown;
  status: number;
  response: unknown;
}

/** Appends an exchange to the file that `npm run examples` names; does nothing in other runs. */
export function recordExchange(exchange: Exchange): void {
  const file = process.env['EXAMPLES_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(exchange)}\n`);
}
