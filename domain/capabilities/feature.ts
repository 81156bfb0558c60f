import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import type { Deps, Ids, Tx } from '../kernel/deps.ts';
import {
  type Capability,
  type RetrievalRequest,
  STEP_KINDS,
  type StepKind,
  type StepKindDefinition,
  type StepOutput,
} from './types.ts';

declare module '../kernel/deps.ts' {
  interface Deps {
    /** All features combined. */
    capabilities: Capabilities;
  }
}

/** Extension of catalogue and executions by an area; domain/features.ts has the list, which composition roots inject. */
export interface Feature {
  /** Its catalogue entries. */
  entries?: readonly Capability[];
  /** Step kinds that it implements. */
  stepKinds?: readonly StepKindDefinition[];
  /** Executable templates of several capabilities. */
  templates?: readonly ExecutableTemplate[];
  /** Loads a version of a partner's own template; undefined when it is no longer kept. Exactly one area has it. */
  ownTemplate?(db: Deps['db'], pinned: PinnedTemplate): Promise<Pick<ExecutableTemplate, 'name' | 'input'> | undefined>;
  /** Throws where its records need a partner's own template, in the transaction that deletes the template. */
  templateDeleting?(tx: Tx, template: { partnerId: number; slug: string }): Promise<void>;
  /** Records that context or settings of an execution may reference. */
  records?: RecordsInContext;
  /** Retrieves passages from documents as entries of an execution's context. Exactly one area has it. */
  retrieve?(
    deps: Pick<Deps, 'ai' | 'db' | 'clock' | 'ids' | 'meters'>,
    lookup: RetrievalRequest,
  ): Promise<Record<string, unknown>>;
  /**
   * Creates records from a step's output, in the transaction that completes the execution. Returns the output with the ids of
   * the records; null when there are none.
   */
  settled?(tx: Tx, ids: Ids, step: SettledStep): Promise<StepOutput | null>;
  /** Removes an execution's records, in the transaction that cancels or archives it. */
  cancelled?(tx: Tx, execution: { id: number; partner_id: number }): Promise<void>;
  /** Takes note of the end of an execution that completed or failed, in the transaction that ends it, before its credits are settled. */
  ended?(tx: Tx, execution: EndedExecution): Promise<void>;
  /** Renames its records that are called as a content item was, in the transaction that renames the item. */
  itemRenamed?(tx: Tx, item: RenamedItem): Promise<void>;
  /** Adapts its records to the new text of a content item, in the transaction that edits it. */
  itemRewritten?(tx: Tx, item: RewrittenItem): Promise<void>;
  /** Throws where content items lack what its records need before the items come to a column, in the transaction that moves them. */
  itemsMoving?(tx: Tx, moving: MovingItems): Promise<void>;
  /** Copies its records of content items, in the transaction that copies the items. */
  itemsCopied?(tx: Tx, copied: CopiedItems): Promise<void>;
  /** The event of each content item of a partner that is on the calendar: the next one, else the last. Exactly one area has it. */
  itemEvents?(db: Deps['db'], now: Date, items: { partnerId: number; ids: readonly number[] }): Promise<ItemEvents>;
  /** Loads its records for filters of lists in earlier areas. */
  filters?: Partial<Record<FilterRecord, FindOwn>>;
}

/** An execution that has completed or failed. */
export interface EndedExecution {
  id: number;
  partner_id: number;
  status: string;
  /** The trigger that started it. */
  trigger_id: number | null;
  /** The triggers that led to it, first to last. */
  trigger_chain: readonly number[];
  created_at: Date;
}

/** A template that can be executed. */
export interface ExecutableTemplate {
  /** Never equal to a capability's slug, because an execution stores either in one field. */
  slug: string;
  name: string;
  /** Distinct slugs of its capabilities. */
  capabilities: readonly string[];
  /** What the settings of its executions are made of. */
  input: Capability['settings'];
}

/** A version of a partner's own template. */
interface PinnedTemplate {
  partnerId: number;
  id: number;
  version: number;
}

/** A content item with its earlier title and the new one. */
interface RenamedItem {
  id: number;
  partnerId: number;
  from: string;
  to: string;
}

/** A content item with its earlier text and the new one. */
interface RewrittenItem {
  id: number;
  partnerId: number;
  before: string;
  after: string;
}

/** Content items of a partner, some of which may be in the column already. */
interface MovingItems {
  partnerId: number;
  ids: readonly number[];
  status: string;
}

/** Copies of content items of a partner. */
interface CopiedItems {
  partnerId: number;
  copies: readonly { fromId: number; toId: number }[];
}

/** An event of the calendar on which a content item is published. */
export interface ItemEvent {
  id: string;
  scheduled_at: Date;
  end_at: Date | null;
  all_day: boolean;
  timezone: string;
}

/** Events by the number of their content item. */
export type ItemEvents = ReadonlyMap<number, ItemEvent>;

/** Records that lists of earlier areas can be filtered by. */
type FilterRecord = 'execution' | 'trigger';

/** Loads the caller's record; throws NOT_FOUND when there is none and FORBIDDEN when it is another partner's. */
type FindOwn = (deps: Deps, call: Call, params: { id: number }) => Promise<unknown>;

/** Input of an execution. */
export interface RequestedWork {
  capability: Capability;
  settings: Record<string, unknown>;
  context: Record<string, unknown>;
}

/** What referenced records add to an execution. */
export interface ReferencedRecords {
  /** Entries of its context. */
  context: Record<string, unknown>;
  /** Search in documents when the execution begins; null: none. */
  lookup: RetrievalRequest | null;
}

/** How an area loads the records that an execution references. */
export interface RecordsInContext {
  /** Context entries with the references. */
  fields: z.ZodRawShape;
  /** Throws NOT_FOUND, FORBIDDEN and VALIDATION_ERROR. */
  load(deps: Pick<Deps, 'db'>, call: Call, work: RequestedWork): Promise<ReferencedRecords>;
}

/** Declares how an area loads referenced records; `load` gets the context entries parsed by `fields`. */
export function recordsInContext<Fields extends z.ZodRawShape>(
  fields: Fields,
  load: (
    deps: Pick<Deps, 'db'>,
    call: Call,
    named: z.output<z.ZodObject<Fields>>,
    work: RequestedWork,
  ) => Promise<ReferencedRecords>,
): RecordsInContext {
  const schema = z.object(fields);
  return { fields, load: (deps, call, work) => load(deps, call, schema.parse(work.context), work) };
}

/** The output of a step of a completed execution. */
interface SettledStep {
  executionId: number;
  partnerId: number;
  sandbox: boolean;
  /** Settings of the execution. */
  settings: Record<string, unknown>;
  /** Key of the step. */
  step: string;
  output: StepOutput;
  /** All content items of the execution, each with its step and position. */
  items: readonly { id: number; step: string; ordinal: number }[];
}

/** All features combined. */
export interface Capabilities extends Required<Pick<Feature, 'retrieve' | 'ownTemplate' | 'itemEvents'>> {
  /** The whole catalogue, in the order of lists. */
  all: readonly Capability[];
  /** The capability with this slug. */
  find(slug: string): Capability | undefined;
  findTemplate(slug: string): ExecutableTemplate | undefined;
  /** All templates, in the order of lists. */
  templates: readonly ExecutableTemplate[];
  /** The definition of a step kind. */
  stepKind(kind: StepKind): StepKindDefinition;
  records: readonly RecordsInContext[];
  /** The entries of a context that reference records, under the name of the field. Made once: to compile a schema takes longer than a request. */
  referencingContext: z.ZodObject<{ context: z.ZodObject }>;
  settled: readonly NonNullable<Feature['settled']>[];
  cancelled: readonly NonNullable<Feature['cancelled']>[];
  ended: readonly NonNullable<Feature['ended']>[];
  itemRenamed: readonly NonNullable<Feature['itemRenamed']>[];
  itemRewritten: readonly NonNullable<Feature['itemRewritten']>[];
  itemsMoving: readonly NonNullable<Feature['itemsMoving']>[];
  itemsCopied: readonly NonNullable<Feature['itemsCopied']>[];
  templateDeleting: readonly NonNullable<Feature['templateDeleting']>[];
  /** Throws NOT_FOUND and FORBIDDEN when a filter references a record that is not the caller's. */
  requireOwn(record: FilterRecord, deps: Deps, call: Call, id: number): Promise<void>;
}

/** Combines features. Throws when a capability, step kind or other part has no owner or two. */
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
  const retrievers = byName('search', ['documents'], features, (feature) => {
    const { retrieve } = feature;
    return retrieve ? [['documents', retrieve] as const] : [];
  });
  const pinned = byName('loader', ['own templates'], features, ({ ownTemplate }) =>
    ownTemplate ? [['own templates', ownTemplate] as const] : [],
  );
  const calendars = byName('calendar', ['events of items'], features, ({ itemEvents }) =>
    itemEvents ? [['events of items', itemEvents] as const] : [],
  );
  const templates = new Map(features.flatMap(({ templates = [] }) => templates.map((each) => [each.slug, each])));
  const records = features.flatMap((feature) => feature.records ?? []);
  return {
    all: [...bySlug.values()],
    find: (slug) => bySlug.get(slug),
    findTemplate: (slug) => templates.get(slug),
    templates: [...templates.values()],
    stepKind: (kind) => the(byKind, kind),
    records,
    referencingContext: z.object({ context: z.object(Object.assign({}, ...records.map(({ fields }) => fields))) }),
    ownTemplate: (db, version) => the(pinned, 'own templates')(db, version),
    itemEvents: (db, now, items) => the(calendars, 'events of items')(db, now, items),
    retrieve: (deps, lookup) => the(retrievers, 'documents')(deps, lookup),
    settled: features.flatMap(({ settled }) => settled ?? []),
    cancelled: features.flatMap(({ cancelled }) => cancelled ?? []),
    ended: features.flatMap(({ ended }) => ended ?? []),
    itemRenamed: features.flatMap(({ itemRenamed }) => itemRenamed ?? []),
    itemRewritten: features.flatMap(({ itemRewritten }) => itemRewritten ?? []),
    itemsMoving: features.flatMap(({ itemsMoving }) => itemsMoving ?? []),
    itemsCopied: features.flatMap(({ itemsCopied }) => itemsCopied ?? []),
    templateDeleting: features.flatMap(({ templateDeleting }) => templateDeleting ?? []),
    async requireOwn(record, deps, call, id) {
      await the(filters, record)(deps, call, { id });
    },
  };
}

/** The features' values by name, in the order of the names. */
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
