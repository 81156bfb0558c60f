import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { slim } from './slim.ts';

const CORES = ['aarch64-apple-darwin', 'x86_64-unknown-linux-gnu', 'x86_64-pc-windows-msvc'];
const FILES = [
  'zod/index.js',
  'zod/index.js.map',
  'zod/index.d.ts',
  'zod/index.d.mts',
  'zod/src/index.ts',
  'zod/README.md',
  'date-fns/locale/de.js',
  'date-fns/locale/en-US.js',
  'date-fns/add.cjs',
  'rxjs/dist/cjs/index.js',
  'rxjs/dist/esm5/index.js',
  'stripe/esm/stripe.js',
  'stripe/cjs/stripe.js',
  '@temporalio/common/lib/a.js.map',
  '@expo-google-fonts/noto-sans/300Light_Italic/a.ttf',
  '@expo-google-fonts/noto-sans/400Regular/a.ttf',
  '@expo-google-fonts/noto-sans/400Regular_Italic/a.ttf',
  '@temporalio/common/src/a.ts',
  '@temporalio/core-bridge/sdk-core/crates/a.rs',
  'pdfkit/.yarn/releases/yarn.cjs',
  'pdfkit/js/pdfkit.standalone.js',
  'pdfkit/js/pdfkit.js',
];

async function install(folder: string): Promise<void> {
  const files = [...FILES, ...CORES.map((core) => `@temporalio/core-bridge/releases/${core}/index.node`)];
  for (const file of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), '');
  }
}

test('what this platform reads stays', () =>
  withFolder(async (folder) => {
    await install(folder);
    expect(slim(folder, { arch: 'x64', platform: 'linux' })).toBe(17);
    expect(readdirSync(path.join(folder, '@temporalio/core-bridge/releases'))).toEqual(['x86_64-unknown-linux-gnu']);
    expect(FILES.filter((file) => existsSync(path.join(folder, file)))).toEqual([
      'zod/index.js',
      'date-fns/locale/en-US.js',
      'rxjs/dist/cjs/index.js',
      'stripe/esm/stripe.js',
      '@temporalio/common/lib/a.js.map',
      '@expo-google-fonts/noto-sans/400Regular/a.ttf',
      'pdfkit/js/pdfkit.js',
    ]);
    expect(slim(folder, { arch: 'x64', platform: 'linux' })).toBe(0);
  }));

test('where there is no core for this platform, all stay', () =>
  withFolder(async (folder) => {
    await install(folder);
    slim(folder, { arch: 'riscv64', platform: 'linux' });
    expect(readdirSync(path.join(folder, '@temporalio/core-bridge/releases')).sort()).toEqual(CORES.toSorted());
  }));
