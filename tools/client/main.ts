/**
 * `npm run build:client [-- <folder>]`: makes the TypeScript client's part of the API document and compiles it to
 * `clients/typescript/dist`, or makes the package in a folder, as npm would install it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { routesOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { buildDocument } from '../../api/openapi/document.ts';
import { CLIENT_FOLDER, compileClient, packClient } from './build.ts';

const [folder] = process.argv.slice(2);
const document = buildDocument({ routes: routesOf(AREAS), publicUrl: 'http://localhost:8080' });
if (folder === undefined) await compileClient(document, CLIENT_FOLDER);
else {
  const work = await mkdtemp(path.join(tmpdir(), 'marketwright-client-'));
  try {
    await packClient(document, work, path.resolve(folder));
  } finally {
    await rm(work, { recursive: true });
  }
}
process.stdout.write(`The client is in ${folder ?? 'clients/typescript/dist'}.\n`);
