import { CLOUD_SERVICES } from './data/cloud-services.ts';

const BY_NAME = new Map(
  CLOUD_SERVICES.flatMap((name) => namesOf(name).map((known) => [normalise(known), name] as const)),
);

/** The official name of a cloud service by any of its names (full, short, without the vendor); undefined: there is none such. */
export function officialServiceName(name: string): string | undefined {
  return namesOf(name)
    .map((each) => BY_NAME.get(normalise(each)))
    .find((found) => found !== undefined);
}

/** The name as it stands, without its parenthesis, and what is in it: "Amazon Simple Storage Service (Amazon S3)" is three names. */
function namesOf(name: string): string[] {
  const [, full, short] = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(name) ?? [];
  return [name, full, short].filter((each) => each !== undefined && each !== '') as string[];
}

function normalise(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(?:amazon|aws)\s+/, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
