import { readFile } from 'node:fs/promises';
import type { EmbeddingRole } from '../../infra/ai/port.ts';
import type { Deps } from '../kernel/deps.ts';
import { type Calibration, calibrationBytes, calibrationOf, readCalibration } from './calibration.ts';
import { batchSizeOf } from './embedding.ts';
import { getSpace, saveCalibration } from './embedding-store.ts';
import type { KnowledgeSpaceRow } from './table.ts';
import { textToEmbed } from './text-to-embed.ts';

/** The same questions and passages, about what no company sells, in ten languages. */
const TEXTS = new URL('calibration-texts.json', import.meta.url);
type Texts = Readonly<Record<string, readonly (readonly [question: string, section: string, text: string])[]>>;

/** What the vectors of a space are calibrated by; null: they are not. */
export function calibrationOfSpace({
  dimensions,
  calibration_version: version,
  calibration,
}: KnowledgeSpaceRow): Calibration | null {
  if (version === 0) return null;
  if (!calibration) throw new Error('The space is not calibrated yet.');
  return readCalibration(calibration, dimensions);
}

/** A space with its calibration, which is measured first where it is new. Throws AiError. */
export async function calibratedSpace(
  deps: Pick<Deps, 'ai' | 'db'>,
  { spaceId, sandbox, signal }: { spaceId: number; sandbox: boolean; signal: AbortSignal },
): Promise<KnowledgeSpaceRow> {
  const space = await getSpace(deps.db, spaceId);
  if (space.calibration_version === 0 || space.calibration) return space;
  const languages = Object.values(JSON.parse(await readFile(TEXTS, 'utf8')) as Texts);
  const batchSize = batchSizeOf(deps, { sandbox });
  const embed = async (role: EmbeddingRole, texts: readonly string[]) => {
    const all: Float32Array[] = [];
    while (all.length < texts.length) {
      const { vectors } = await deps.ai.embed({
        model: { name: space.model, dimensions: space.dimensions, inputs: space.inputs },
        role,
        texts: texts.slice(all.length, all.length + batchSize),
        purpose: { partnerId: null, subject: null },
        sandbox,
        idempotencyKey: `knowledge-space/${spaceId}/${role}/${all.length}`,
        signal,
      });
      all.push(...vectors);
    }
    return all;
  };
  const all = languages.flat();
  const queries = await embed(
    'query',
    all.map(([question]) => question),
  );
  const passages = await embed(
    'passage',
    all.map(([, section, text]) => textToEmbed({ section, text })),
  );
  const samples = languages.map(({ length }, index) => ({
    query: queries.slice(index * length, (index + 1) * length),
    passage: passages.slice(index * length, (index + 1) * length),
  }));
  const calibration = calibrationBytes(calibrationOf(samples));
  await saveCalibration(deps.db, spaceId, calibration);
  // Another worker may have been first.
  return getSpace(deps.db, spaceId);
}
