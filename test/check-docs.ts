import { globSync, readFileSync } from 'node:fs';
import { undocumentedExports } from './undocumented.ts';

/** Requires a TSDoc line on each export of production code whose name does not say everything. */
const FILES = globSync('{api,domain,workflows,activities,worker,infra,console/src}/**/*.{ts,tsx}').filter(
  (file) =>
    !file.endsWith('.test.ts') &&
    !/^(infra\/database\/migrations\/\d|console\/src\/api\/generated\/|.*\.d\.ts$)/.test(file),
);

const missing = FILES.sort().flatMap((file) =>
  undocumentedExports(readFileSync(file, 'utf8')).map(({ line, name }) => `${file}:${line} ${name} has no TSDoc line`),
);
process.stdout.write(missing.map((line) => `${line}\n`).join(''));
process.exitCode = missing.length > 0 || FILES.length === 0 ? 1 : 0;
