import { fileURLToPath } from 'node:url';
import { HARMLESS } from './growth/harmless.ts';
import { argumentsOf, growthOf } from './growth/measure.ts';
import { productTextFunctions } from './growth/text-functions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * `npm run fuzz -- growth`: gives every exported function of a text ever longer texts of hostile pieces, and reports those whose
 * processor time grows by more than their length; `-- growth domain/seo` those of a part. Returns the exit code.
 */
export async function fuzzGrowth([part = '']: string[]): Promise<number> {
  const functions = productTextFunctions(ROOT);
  const harmless = new Set(HARMLESS.keys());
  let found = 0;
  for (const each of functions) {
    const place = `${each.file}:${each.name}`;
    if (harmless.delete(place) || !place.startsWith(part)) continue;
    const module: Record<string, unknown> = await import(`${ROOT}${each.file}`);
    const work = module[each.name] as (...given: unknown[]) => unknown;
    process.stdout.write(`${place}\n`);
    const growth = await growthOf((text) => work(...argumentsOf(each, text)));
    if (!growth) continue;
    found += 1;
    const { piece, length, milliseconds } = growth;
    process.stdout.write(
      `  takes ${milliseconds.toFixed(0)} ms for ${length} characters of ${JSON.stringify(piece)}, and grows by more than their number\n`,
    );
  }
  for (const place of harmless)
    process.stdout.write(`${place} is no function of a text any more: growth/harmless.ts\n`);
  process.stdout.write(`${functions.length} functions, ${HARMLESS.size} known, ${found} found\n`);
  return found + harmless.size > 0 ? 1 : 0;
}
