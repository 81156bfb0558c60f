import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { output, run } from './run.ts';

/** Where an image begins: the build's base, with Node and npm, and that of what is delivered. */
export interface Bases {
  node: string;
  debian: string;
}

const STAND_INS: Bases = {
  node: 'localhost/marketwright-node:bookworm',
  debian: 'localhost/marketwright-debian:bookworm',
};
const FOLDER = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'marketwright', 'image');
const SYSTEM = path.join(FOLDER, 'bookworm-slim.tar');
/** What Debian's slim images leave out. */
const LEFT_OUT = ['doc', 'man', 'info', 'locale', 'lintian'].map(
  (folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`,
);

/**
 * Base images for machines that reach no registry: Debian's minimal system for `debian:bookworm-slim`, and the same with the
 * Node of this process and npm for `node:24-bookworm-slim`.
 */
export async function standInBases(): Promise<Bases> {
  const { npm_execpath: npmCli, NODE_EXTRA_CA_CERTS: authorities } = process.env;
  if (npmCli === undefined) throw new Error('Start this by `npm run image`, whose npm becomes that of the base.');
  await mkdir(FOLDER, { recursive: true });
  if (!existsSync(SYSTEM)) {
    const partial = `${SYSTEM}.${process.pid}`;
    await run('mmdebstrap', ['--variant=minbase', ...LEFT_OUT, 'bookworm', partial]);
    await rename(partial, SYSTEM);
  }
  await commit(STAND_INS.debian, [[SYSTEM, '/']]);
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-base-'));
  try {
    const [node, npm] = [path.join(folder, 'node'), path.join(folder, 'npm')];
    await cp(process.execPath, node);
    const npmLine = 'exec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"';
    await writeFile(npm, `#!/bin/sh\n${npmLine}\n`, { mode: 0o755 });
    const files: [string, string][] = [
      [SYSTEM, '/'],
      [node, '/usr/local/bin/node'],
      [npm, '/usr/local/bin/npm'],
      [path.resolve(npmCli, '../..'), '/usr/local/lib/node_modules/npm'],
    ];
    await commit(STAND_INS.node, files, authorities === undefined ? [] : [`NODE_EXTRA_CA_CERTS=${authorities}`]);
  } finally {
    await rm(folder, { recursive: true });
  }
  return STAND_INS;
}

/** Makes an image of files, each with its place. */
async function commit(name: string, files: readonly [string, string][], variables: readonly string[] = []) {
  const container = await output('buildah', ['from', 'scratch']);
  try {
    for (const [file, place] of files) await run('buildah', ['add', container, file, place]);
    for (const variable of variables) await run('buildah', ['config', '--env', variable, container]);
    await run('buildah', ['commit', '--format', 'docker', container, name]);
  } finally {
    await run('buildah', ['rm', container]);
  }
}
