import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { strippedFolder, strippedSource } from './stripped.mjs';

/**
 * `npm run build:sources`: keeps the sources without types of all that the product's programs load, also of what they load later. A process
 * that strips types itself stays 20 MB larger for it.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = '{activities,api,domain,infra,worker,workflows}/**/*.ts';

const folder = strippedFolder();
if (!folder) throw new Error('NODE_COMPILE_CACHE must name the folder in which compiled code is kept.');
for (const file of globSync(ROOMS, { cwd: ROOT, exclude: ['**/*.test.ts'] }))
  strippedSource(path.join(ROOT, file), folder);
