import { readFile } from 'node:fs/promises';
import { AiError, type AiPort, type EmbeddingModel, type EmbeddingRole } from '../../infra/ai/port.ts';
import type { Deps } from '../kernel/deps.ts';
import { calibrate, calibrationBytes, calibrationOf, readCalibration } from './calibration.ts';
import { batchSizeOf } from './embedding.ts';
import { getSpace, saveCalibration } from './embedding-store.ts';
import type { KnowledgeSpaceRow } from './table.ts';
import { textToEmbed } from './text-to-embed.ts';

/** The same questions and passages, about what no company sells, in ten languages. */
const TEXTS = new URL('calibration-texts.json', import.meta.url);
type Texts = Readonly<Record<string, readonly (readonly [question: string, section: string, text: string])[]>>;

/** The model of a space, as it is asked for. */
export function modelOfSpace({
  model: name,
  dimensions,
  inputs,
}: Pick<KnowledgeSpaceRow, 'model' | 'dimensions' | 'inputs'>): EmbeddingModel {
  return { name, dimensions, inputs };
}

/** Vectors of the model as they are stored and compared in a space, one by one: calibrated, where it is a space of such vectors. */
export function* vectorsInSpace(
  { dimensions, calibration_version: version, calibration: stored }: KnowledgeSpaceRow,
  role: EmbeddingRole,
  vectors: Iterable<Float32Array>,
): Generator<Float32Array, void, undefined> {
  if (version === 0) return yield* vectors;
  if (!stored) throw new Error('The space is not calibrated yet.');
  const calibration = readCalibration(stored, dimensions);
  for (const vector of vectors) yield calibrate(calibration, role, vector);
}

/** What measuring needs. */
interface ToMeasure {
  spaceId: number;
  sandbox: boolean;
  signal: AbortSignal;
}

/** Measurements under way in this process: after an upgrade, dozens of documents find a new space at once. */
const measuring = new WeakMap<AiPort, Map<number, Promise<void>>>();

/** A space with its calibration, which is measured first where it is new. Throws AiError. */
export async function calibratedSpace(
  deps: Pick<Deps, 'ai' | 'db'>,
  { spaceId, sandbox, signal }: ToMeasure,
): Promise<KnowledgeSpaceRow> {
  const inFlight = measuring.get(deps.ai) ?? new Map<number, Promise<void>>();
  measuring.set(deps.ai, inFlight);
  for (;;) {
    const space = await getSpace(deps.db, spaceId);
    if (space.calibration_version === 0 || space.calibration) return space;
    signal.throwIfAborted();
    const others = inFlight.get(spaceId);
    if (others) {
      const error = await others.then(
        () => null,
        (reason: unknown) => reason,
      );
      // Another document's end says nothing of this one; the provider's failure does.
      if (error instanceof AiError) throw error;
      continue;
    }
    const own = measure(deps, space, { spaceId, sandbox, signal }).finally(() => inFlight.delete(spaceId));
    inFlight.set(spaceId, own);
    await own;
  }
}

async function measure(
  deps: Pick<Deps, 'ai' | 'db'>,
  space: KnowledgeSpaceRow,
  { spaceId, sandbox, signal }: ToMeasure,
): Promise<void> {
  const languages = Object.values(JSON.parse(await readFile(TEXTS, 'utf8')) as Texts);
  const batchSize = batchSizeOf(deps, { sandbox });
  const embed = async (role: EmbeddingRole, texts: readonly string[]) => {
    const all: Float32Array[] = [];
    while (all.length < texts.length) {
      const { vectors } = await deps.ai.embed({
        model: modelOfSpace(space),
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
  // What another process has stored first stays.
  await saveCalibration(deps.db, spaceId, calibration);
}
