import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import type { Deps, Ids, Tx } from '../kernel/deps.ts';
import {
  type Capability,
  type Lookup,
  STEP_KINDS,
  type StepKind,
  type StepKindDefinition,
  type StepOutput,
} from './types.ts';

declare module '../kernel/deps.ts' {
  interface Deps {
    /** What the features bring to catalogue and executions. */
    capabilities: Capabilities;
  }
}

/** What an area brings to the catalogue and to executions; composition roots hand in the list (domain/features.ts). */
export interface Feature {
  /** Its entries of the catalogue. */
  entries?: readonly Capability[];
  /** Kinds of steps that it knows how to carry out. */
  stepKinds?: readonly StepKindDefinition[];
  /** What can be executed that is made of several capabilities. */
  templates?: readonly ExecutableTemplate[];
  /** Records that the context or the settings of an execution may name. */
  records?: RecordsInContext;
  /** Finds what an execution is to be given from documents; entries of its context. One area brings it. */
  lookUp?(deps: Pick<Deps, 'db'>, lookup: Lookup): Promise<Record<string, unknown>>;
  /**
   * Makes records of what a step has left behind, in the transaction that completes the execution. Returns the output with the ids of
   * those records; null where there is nothing to make.
   */
  settled?(tx: Tx, ids: Ids, step: SettledStep): Promise<StepOutput | null>;
  /** Takes back what an execution has made, as it is cancelled or archived, in that transaction. */
  cancelled?(tx: Tx, execution: { id: number; partner_id: number }): Promise<void>;
  /** Finds records of its own by which lists of earlier areas can be filtered. */
  filters?: Partial<Record<FilterRecord, FindOwn>>;
}

/** A template as executions know it. */
interface ExecutableTemplate {
  /** No slug of a capability, since an execution names what was ordered by either. */
  slug: string;
  name: string;
  /** Slugs of the capabilities that it needs, each once. */
  capabilities: readonly string[];
}

/** Records by which lists of earlier areas can be filtered. */
type FilterRecord = 'execution' | 'trigger';

/** The caller's record; throws NOT_FOUND where there is none and FORBIDDEN where it is another partner's. */
type FindOwn = (deps: Deps, call: Call, params: { id: number }) => Promise<unknown>;

/** What an execution is asked with. */
export interface RequestedWork {
  capability: Capability;
  settings: Record<string, unknown>;
  context: Record<string, unknown>;
}

/** What named records add to an execution. */
export interface NamedRecords {
  /** Entries of its context. */
  context: Record<string, unknown>;
  /** What is looked up in documents when it begins; null: nothing. */
  lookup: Lookup | null;
}

/** How an area reads the records that an execution names. */
export interface RecordsInContext {
  /** Entries of the context that name them. */
  fields: z.ZodRawShape;
  /** Throws NOT_FOUND, FORBIDDEN and VALIDATION_ERROR. */
  load(deps: Pick<Deps, 'db'>, call: Call, work: RequestedWork): Promise<NamedRecords>;
}

/** Declares how an area reads the records that an execution names; `load` gets the entries of the context as `fields` read them. */
export function recordsInContext<Fields extends z.ZodRawShape>(
  fields: Fields,
  load: (
    deps: Pick<Deps, 'db'>,
    call: Call,
    named: z.output<z.ZodObject<Fields>>,
    work: RequestedWork,
  ) => Promise<NamedRecords>,
): RecordsInContext {
  const schema = z.object(fields);
  return { fields, load: (deps, call, work) => load(deps, call, schema.parse(work.context), work) };
}

/** What a step of a completed execution has left behind. */
interface SettledStep {
  executionId: number;
  partnerId: number;
  sandbox: boolean;
  /** Of the execution. */
  settings: Record<string, unknown>;
  /** Key of the step. */
  step: string;
  output: StepOutput;
  /** Content items of the whole execution: the step that wrote each, and its place there. */
  items: readonly { id: number; step: string; ordinal: number }[];
}

/** What all features together bring. */
export interface Capabilities extends Required<Pick<Feature, 'lookUp'>> {
  /** The whole catalogue, in the order of lists. */
  all: readonly Capability[];
  /** The capability of that name. */
  find(slug: string): Capability | undefined;
  findTemplate(slug: string): ExecutableTemplate | undefined;
  /** How steps of a kind are carried out. */
  stepKind(kind: StepKind): StepKindDefinition;
  records: readonly RecordsInContext[];
  settled: readonly NonNullable<Feature['settled']>[];
  cancelled: readonly NonNullable<Feature['cancelled']>[];
  /** Throws NOT_FOUND and FORBIDDEN where a list is filtered by a record that is not the caller's. */
  requireOwn(record: FilterRecord, deps: Deps, call: Call, id: number): Promise<void>;
}

/** Puts together what features bring. Throws where a capability, a kind of step or another part is brought by none or by two. */
export function capabilitiesOf(features: readonly Feature[]): Capabilities {
  const bySlug = byName('capability', CAPABILITY_SLUGS, features, ({ entries = [] }) =>
    entries.map((entry) => [entry.slug, entry] as const),
  );
  const byKind = byName('kind of step', STEP_KINDS, features, ({ stepKinds = [] }) =>
    stepKinds.map((definition) => [definition.kind, definition] as const),
  );
  const filters = byName('filter', ['execution', 'trigger'], features, (feature) =>
    Object.entries(feature.filters ?? {}),
  );
  const lookUp = byName('search', ['documents'], features, (feature) => {
    const find = feature.lookUp;
    return find ? [['documents', find] as const] : [];
  });
  const templates = new Map(features.flatMap(({ templates = [] }) => templates.map((each) => [each.slug, each])));
  return {
    all: [...bySlug.values()],
    find: (slug) => bySlug.get(slug),
    findTemplate: (slug) => templates.get(slug),
    stepKind: (kind) => the(byKind, kind),
    records: features.flatMap(({ records }) => records ?? []),
    lookUp: (deps, lookup) => the(lookUp, 'documents')(deps, lookup),
    settled: features.flatMap(({ settled }) => settled ?? []),
    cancelled: features.flatMap(({ cancelled }) => cancelled ?? []),
    async requireOwn(record, deps, call, id) {
      await the(filters, record)(deps, call, { id });
    },
  };
}

/** What features bring under each of the names, in the order of these. */
function byName<Value>(
  what: string,
  names: readonly string[],
  features: readonly Feature[],
  of: (feature: Feature) => readonly (readonly [name: string, value: Value])[],
): Map<string, Value> {
  const brought = new Map<string, Value>();
  for (const [name, value] of features.flatMap(of)) {
    if (brought.has(name)) throw new Error(`Two features bring the ${what} "${name}".`);
    brought.set(name, value);
  }
  return new Map(
    names.map((name) => {
      const value = brought.get(name);
      if (value === undefined) throw new Error(`No feature brings the ${what} "${name}".`);
      return [name, value];
    }),
  );
}

function the<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (value === undefined) throw new Error(`There is no "${name}".`);
  return value;
}
