import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The package contains Scalar's browser bundle as a string in this module. */
const MODULE = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
const LITERAL = /^var standalone_default = (".*");$/m;

/** The module that contains the bundle; it changes when the bundle does. */
export function readPackage(): Buffer {
  return readFileSync(MODULE);
}

/**
 * Scalar's browser bundle. It is extracted from the module's text rather than imported, since an import would keep 40
 * MB of Fastify's plugin in memory.
 */
export function readBundle(): string {
  const literal = LITERAL.exec(readPackage().toString('utf8'))?.[1];
  if (literal === undefined) throw new Error(`${MODULE} does not have the bundle where it is expected`);
  return JSON.parse(escapeControls(literal)) as string;
}

/** Escapes control characters: JavaScript allows them in strings, JSON does not. */
function escapeControls(literal: string): string {
  return literal.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The file with the bundle compressed by Brotli; its name changes with the package. */
export function brotliPath(): string {
  const hash = createHash('sha256').update(readPackage()).digest('hex').slice(0, 16);
  return fileURLToPath(new URL(`../../dist/scalar-${hash}.js.br`, import.meta.url));
}

/** The bundle as `npm run build:docs` has compressed it; undefined where that has not run. */
export function readBrotliBundle(): Buffer | undefined {
  const path = brotliPath();
  return existsSync(path) ? readFileSync(path) : undefined;
}
