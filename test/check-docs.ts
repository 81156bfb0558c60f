import { globSync, readFileSync } from 'node:fs';

/** Checks that each export of production code has a TSDoc line. Since Biome formats the code, reading line by line is enough. */
const FILES = globSync('{api,domain,workflows,activities,worker,infra,console/src}/**/*.{ts,tsx}').filter(
  (file) =>
    !file.endsWith('.test.ts') &&
    !/^(infra\/database\/migrations\/\d|console\/src\/api\/generated\/|.*\.d\.ts$)/.test(file),
);
const EXPORT =
  /^export (?:default )?(?:abstract |async |declare )*(?:function\*?|class|const|let|type|interface|enum) (\w+)/;
/** A type made of the declaration above it, such as the words of a list or the row of a table, shares that one's line. */
const DERIVED = /^export type \w+ = .*\btypeof (\w+)\b/;

/** An area says what it is in its `tag`, which the API document shows. */
const DESCRIBED = /^export const \w+ = area\(\{$/;

const missing = FILES.sort().flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  let last = '';
  return lines.flatMap((line, index) => {
    const [, name] = EXPORT.exec(line) ?? [];
    const [, source] = DERIVED.exec(line) ?? [];
    const follows = name === last || (source !== undefined && source === last);
    last = name ?? last;
    if (name === undefined || follows || DESCRIBED.test(line) || isDocumented(lines, index)) return [];
    return [`${file}:${index + 1} ${name} has no TSDoc line`];
  });
});
process.stdout.write(missing.map((line) => `${line}\n`).join(''));
process.exitCode = missing.length > 0 || FILES.length === 0 ? 1 : 0;

/** Remarks for tools may stand between the comment and what it is of. */
function isDocumented(lines: readonly string[], index: number): boolean {
  const above = lines.slice(0, index).findLast((line) => !line.startsWith('//'));
  return above?.endsWith('*/') === true;
}
