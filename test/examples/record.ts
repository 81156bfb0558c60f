import { appendFileSync } from 'node:fs';

/** A request of an acceptance test and its response. */
export interface Exchange {
  /** `METHOD path`. */
  route: string;
  request: unknown;
  status: number;
  response: unknown;
}

const FILE = process.env['EXAMPLES_FILE'];

/** Whether `npm run examples` asks for exchanges. */
export function isRecorded(): boolean {
  return FILE !== undefined;
}

/** Appends an exchange to the file that `npm run examples` names; does nothing in other runs. */
export function recordExchange(exchange: Exchange): void {
  if (FILE !== undefined) appendFileSync(FILE, `${JSON.stringify(exchange)}\n`);
}
