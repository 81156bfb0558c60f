import { isDeepStrictEqual } from 'node:util';
import { apiCompare } from 'api-smart-diff';
import type { ApiPromise } from './promise.ts';
import { spelledAlike } from './spelling.ts';

/** A difference between two documents, as api-smart-diff reports it. */
interface Difference {
  type: string;
  action: string;
  path: readonly (string | number)[];
  before?: unknown;
  after?: unknown;
}

/** What clients of the released API would break on, a line each; docs/versioning.md says what counts. */
export function breakingChanges(released: ApiPromise, current: ApiPromise): string[] {
  return Object.entries(released).flatMap(([name, before]) => {
    const after = current[name];
    if (after === undefined) return [`${name}: is gone`];
    if (isDeepStrictEqual(before, after)) return [];
    const [was, is] = [spelledAlike(before), spelledAlike(after)];
    const { diffs } = apiCompare(asDocument(name, was), asDocument(name, is));
    return (diffs as Difference[]).filter(isBreaking).map((difference) => `${name}: ${described(difference)}`);
  });
}

/** A copy of an operation alone in a document: the tool takes seconds for all of them, and changes what it is given. */
function asDocument(name: string, operation: unknown): object {
  const [method = '', path = ''] = name.split(' ');
  return {
    openapi: '3.0.3',
    info: { title: '', version: '' },
    paths: { [path]: { [method.toLowerCase()]: structuredClone(operation) } },
  };
}

/** The tool's verdict, but for five kinds of differences that it judges otherwise than our promise does. */
function isBreaking({ type, action, path }: Difference): boolean {
  const [, , , part] = path;
  const inAnswer = part === 'responses';
  // A string that becomes a number breaks its readers, too, and so does another constant.
  if (action === 'replace' && (path.at(-1) === 'type' || path.at(-1) === 'const')) return true;
  // A removed field of a body is ignored, so what a client sends in it is lost.
  if (action === 'remove' && part === 'requestBody' && path.at(-2) === 'properties') return true;
  // Answers may gain words, which clients pass over.
  if (action === 'add' && inAnswer && path.at(-2) === 'enum') return false;
  // An error that is not given any more hurts nobody.
  if (action === 'remove' && inAnswer && path.length === 5 && String(path[4]) >= '400') return false;
  return type === 'breaking';
}

function described({ action, path, before, after }: Difference): string {
  const where = path.slice(3).join('/') || 'the operation';
  const values = [before, after]
    .filter((value) => value !== undefined)
    .map((value) => JSON.stringify(value)?.slice(0, 80));
  return `${action} ${where} (${values.join(' -> ')})`;
}
