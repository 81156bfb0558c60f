import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/** Another version of Node may strip in another way. */
const FOLDER = `stripped-${process.version}`;

/**
 * Where stripped sources are, beside Node's compiled code; undefined where none is kept.
 * @returns {string | undefined}
 */
export function strippedFolder() {
  const { NODE_COMPILE_CACHE: kept } = process.env;
  return kept && path.resolve(kept, FOLDER);
}

/**
 * The source of a TypeScript file without its types, each line at its place. It is kept under the hash of the file's content, so what
 * is returned always fits the file as it is.
 * @param {string} file
 * @param {string} folder
 * @returns {string}
 */
export function strippedSource(file, folder) {
  const source = readFileSync(file, 'utf8');
  const place = path.join(folder, hash('sha256', source));
  const kept = read(place);
  if (kept !== undefined) return kept;
  const stripped = sealed(withoutTypes(source, file));
  keep(place, stripped);
  return stripped;
}

/**
 * Throws with the place in the file where it is no TypeScript.
 * @param {string} source
 * @param {string} file
 */
function withoutTypes(source, file) {
  try {
    return stripTypeScriptTypes(source);
  } catch (error) {
    // Only now: with a name, what is returned has it, and other files of this content would bear it.
    stripTypeScriptTypes(source, { sourceUrl: file });
    throw error;
  }
}

/**
 * A text that ends with its own hash: after a loss of power, a file may be shorter than what was written.
 * @param {string} text
 */
function sealed(text) {
  return `${text}\n//${hash('sha256', text)}`;
}

/** @param {string} place */
function read(place) {
  try {
    const kept = readFileSync(place, 'utf8');
    return sealed(kept.slice(0, kept.lastIndexOf('\n//'))) === kept ? kept : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} place
 * @param {string} text
 */
function keep(place, text) {
  const part = `${place}.${process.pid}`;
  try {
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(part, text);
    renameSync(part, place);
  } catch {
    // In an image nothing may be written; the next process strips it again.
  }
}
