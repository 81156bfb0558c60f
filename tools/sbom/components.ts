import type { DeliveredPackage } from '../../test/environment/delivered-packages.ts';

/** A component of a bill of materials in CycloneDX, as far as it is compared. */
export interface Component {
  /** The scope of the package's name, with `@`. */
  group?: string;
  name: string;
  version?: string;
  properties?: readonly { name: string; value?: string }[];
}

/** Where npm installs the package, by CycloneDX' taxonomy for npm. */
const PLACE = 'cdx:npm:package:path';

/** What a bill lacks of the packages that are delivered, and what it has beside them. */
export function compareWithLock(
  components: readonly Component[],
  delivered: readonly Omit<DeliveredPackage, 'license'>[],
): { missing: string[]; surplus: string[] } {
  const listed = new Set(components.map(lineOf));
  const expected = new Set(delivered.map(({ place, name, version }) => `${place}: ${name}@${version}`));
  return {
    missing: [...expected].filter((line) => !listed.has(line)),
    surplus: [...listed].filter((line) => !expected.has(line)),
  };
}

function lineOf({ group, name, version = '', properties = [] }: Component): string {
  const place = properties.find((property) => property.name === PLACE)?.value ?? '';
  return `${place}: ${group === undefined ? name : `${group}/${name}`}@${version}`;
}
