/** `npm run build:docs`: compresses the scripts of /docs as well as Brotli can, once for each version of their package. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { brotliPath, readBundle } from './reference-bundle.ts';

const target = brotliPath();
if (!existsSync(target)) {
  mkdirSync(path.dirname(target), { recursive: true });
  // Under its name when it is whole.
  const partial = `${target}.${process.pid}`;
  writeFileSync(partial, brotliCompressSync(readBundle()));
  renameSync(partial, target);
}
