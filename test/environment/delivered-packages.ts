import { readProjectFile } from './repository.ts';

/** A package that is installed in production, on one platform or another. */
export interface DeliveredPackage {
  /** Where it is installed, from package.json: `node_modules/koa`. */
  place: string;
  name: string;
  version: string;
  /** An SPDX expression; empty where the package names none. */
  license: string;
}

interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** The packages that package-lock.json gives a production install. */
export function deliveredPackages(): DeliveredPackage[] {
  const { packages } = JSON.parse(readProjectFile('package-lock.json')) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages)
    .filter(([place, { dev, link }]) => place.startsWith('node_modules/') && !dev && !link)
    .map(([place, { name, version = '', license = '' }]) => ({
      place,
      name: name ?? place.split('node_modules/').at(-1) ?? '',
      version,
      license,
    }));
}
