import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { execa } from 'execa';
import type { OpenApiDocument } from '../../api/openapi/types.ts';
import { operationsSource } from './operations.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The sources of the client, with its README. */
export const CLIENT_FOLDER = path.join(ROOT, 'clients/typescript');
/** A compiler that takes longer hangs. */
const LIMIT_MS = 300_000;

/** Writes the generated part of the client, from the API document, to `src/generated` of a folder with its sources. */
async function generateClient(document: OpenApiDocument, folder: string): Promise<void> {
  const generated = path.join(folder, 'src/generated');
  await rm(generated, { recursive: true, force: true });
  await mkdir(generated, { recursive: true });
  await createClient({
    // A copy: the generator changes what it is given.
    input: structuredClone(document) as unknown as Record<string, unknown>,
    output: { path: generated, entryFile: false, clean: false },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent' },
  });
  await writeFile(path.join(generated, 'operations.ts'), operationsSource(document));
}

/** Generates and compiles the client in a folder that has its sources. Throws with the compiler's messages. */
export async function compileClient(document: OpenApiDocument, folder: string): Promise<void> {
  await generateClient(document, folder);
  await rm(path.join(folder, 'dist'), { recursive: true, force: true });
  await execa('tsc', ['-p', '.'], { cwd: folder, localDir: ROOT, preferLocal: true, timeout: LIMIT_MS, all: true });
}

/** Makes the package in a folder of its own, as npm would install it: manifest, README, changelog, licence and compiled files. */
export async function packClient(document: OpenApiDocument, workFolder: string, packageFolder: string): Promise<void> {
  await cp(CLIENT_FOLDER, workFolder, {
    recursive: true,
    filter: (source) => !/\/(dist|src\/generated)(\/|$)/.test(source.slice(CLIENT_FOLDER.length)),
  });
  await compileClient(document, workFolder);
  await mkdir(packageFolder, { recursive: true });
  for (const name of ['package.json', 'README.md', 'CHANGELOG.md', 'dist']) {
    await cp(path.join(workFolder, name), path.join(packageFolder, name), { recursive: true });
  }
  // Copies of the client must have it with them.
  await cp(path.join(ROOT, 'LICENSE'), path.join(packageFolder, 'LICENSE'));
}
