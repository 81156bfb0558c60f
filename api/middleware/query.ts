import { parse } from 'node:querystring';
import type { ErrorDetails } from '../../domain/kernel/errors.ts';

/** A query string as input of an operation: text, or a list where a name is repeated or ends in `[]`. */
export interface Query {
  value: Record<string, string | string[]>;
  problems: ErrorDetails | undefined;
}

/** Reads a query string; broken percent-encoding is taken as it can be. */
export function parseQuery(text: string): Query {
  if (text === '') return { value: {}, problems: undefined };
  const value: Query['value'] = {};
  let problems: ErrorDetails | undefined;
  for (const [given, part] of Object.entries(parse(text))) {
    if (part === undefined || given === '__proto__') continue;
    if (String(part).includes('\0') || given.includes('\0')) {
      problems = { ...problems, [given.replaceAll('\0', '')]: ['Must not contain NUL characters.'] };
    }
    if (!given.endsWith('[]')) value[given] = merge(value[given], part);
    else value[given.slice(0, -2)] = [merge(value[given.slice(0, -2)], part)].flat();
  }
  return { value, problems };
}

function merge(before: string | string[] | undefined, part: string | string[]): string | string[] {
  return before === undefined ? part : [before, part].flat();
}
