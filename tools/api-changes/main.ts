/**
 * `npm run check:api`: compares the API with the one that was last released, and fails on what would break its clients.
 * `npm run check:api -- --release` keeps the API as it is as the released one; a release does it, docs/versioning.md says when.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { routesOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { buildDocument } from '../../api/openapi/document.ts';
import { breakingChanges } from './breaking.ts';
import { type ApiPromise, promiseOf } from './promise.ts';

const RELEASED = new URL('./released.json', import.meta.url);

const current = promiseOf(buildDocument({ routes: routesOf(AREAS), publicUrl: 'http://localhost:8080' }));
if (process.argv.includes('--release')) {
  // An operation a line, so that a release's changes can be read.
  const lines = Object.entries(current).map(
    ([name, operation]) => `${JSON.stringify(name)}: ${JSON.stringify(operation)}`,
  );
  writeFileSync(RELEASED, `{\n${lines.sort().join(',\n')}\n}\n`);
  process.stdout.write(`${lines.length} operations are kept as released.\n`);
} else {
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as ApiPromise;
  const changes = breakingChanges(released, current);
  for (const change of changes) process.stdout.write(`${change}\n`);
  if (changes.length > 0)
    process.stdout.write('These would break clients of the released API; see docs/versioning.md.\n');
  process.exitCode = changes.length > 0 ? 1 : 0;
}
