import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../infra/deploy/programs.ts';
import type { Bases } from './base.ts';
import { output, run } from './run.ts';

const IMAGE = 'localhost/marketwright';

/** An image on this machine, unpacked. */
export interface UnpackedImage {
  /** Holds `rootfs` and what else is removed with it. */
  folder: string;
  rootfs: string;
  bytes: number;
}

/** Builds the image of the working directory, and unpacks it. */
export async function buildImage(bases: Bases): Promise<UnpackedImage> {
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  const revision = await output('git', ['-C', ROOT, 'rev-parse', 'HEAD']);
  await run(
    'buildah',
    [
      'bud',
      '--layers',
      '--isolation=chroot',
      '--format=docker',
      `--build-arg=NODE_IMAGE=${bases.node}`,
      `--build-arg=DEBIAN_IMAGE=${bases.debian}`,
      `--build-arg=REVISION=${revision}`,
      // A machine whose packages come through an authority of its own.
      ...(authorities === undefined ? [] : [`--volume=${authorities}:${authorities}:ro`]),
      `--tag=${IMAGE}`,
      '.',
    ],
    { cwd: ROOT },
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-image-'));
  const layout = path.join(folder, 'oci');
  const bundle = path.join(folder, 'bundle');
  await run('buildah', ['push', IMAGE, `oci:${layout}:built`]);
  await run('umoci', ['unpack', '--image', `${layout}:built`, bundle]);
  return unpackedImage(folder, path.join(bundle, 'rootfs'));
}

/** An image that an earlier run kept. */
export async function unpackedImage(folder: string, rootfs: string): Promise<UnpackedImage> {
  const [bytes = '0'] = (await output('du', ['--bytes', '--summarize', rootfs])).split('\t');
  return { folder, rootfs, bytes: Number(bytes) };
}
