import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The package carries Scalar's bundle for browsers as one string in its module. */
const MODULE = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
const LITERAL = /^var standalone_default = (".*");$/m;

/** The module that has the bundle in it; changes when the bundle does. */
export function readPackage(): Buffer {
  return readFileSync(MODULE);
}

/**
 * Scalar's bundle for browsers. It is read out of the module and not imported from it, because an import would keep 40 MB of
 * Fastify's plugin in memory for as long as the process runs.
 */
export function readBundle(): string {
  const literal = LITERAL.exec(readPackage().toString('utf8'))?.[1];
  if (literal === undefined) throw new Error(`${MODULE} does not have the bundle where it is expected`);
  return JSON.parse(escapeControls(literal)) as string;
}

/** JSON has no control characters in its strings; JavaScript has them. */
function escapeControls(literal: string): string {
  return literal.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
