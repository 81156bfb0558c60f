import { CATALOGUE } from './catalogue/index.ts';
import { type CatalogueEntry, draft, listingSchema } from './listing.ts';

/** Listings that tests add at most, so that a long run does not fill the memory. */
const maxChanged = 5_000;

const changeSchema = listingSchema.partial();

/** The catalogue with what tests and people have changed since the start. */
export class ListingStore {
  readonly #changed = new Map<string, CatalogueEntry>();

  /** All entries as they are now, those of the catalogue first. */
  entries(): CatalogueEntry[] {
    const added = [...this.#changed.values()].filter(({ id }) => !inCatalogue(id));
    return [...CATALOGUE.map((entry) => this.#changed.get(entry.id) ?? entry), ...added];
  }

  find(id: string): CatalogueEntry | undefined {
    return this.#changed.get(id) ?? inCatalogue(id);
  }

  /** Changes the given fields of a listing; an unknown id makes a listing. Throws a ZodError for anything it does not know. */
  change(id: string, body: unknown): CatalogueEntry {
    const before = this.find(id) ?? newEntry(id);
    const entry = { ...before, listing: { ...before.listing, ...given(changeSchema.parse(body)) } };
    this.#changed.set(id, entry);
    const [oldest] = this.#changed.keys();
    if (this.#changed.size > maxChanged && oldest !== undefined) this.#changed.delete(oldest);
    return entry;
  }

  /** Reverts all changes of a listing; removes one that is not in the catalogue. */
  restore(id: string): void {
    this.#changed.delete(id);
  }
}

function inCatalogue(id: string): CatalogueEntry | undefined {
  return CATALOGUE.find((entry) => entry.id === id);
}

function newEntry(id: string): CatalogueEntry {
  return { id, shows: 'added while the sandbox runs', listing: draft, delivery: { kind: 'page' } };
}

/** Without the fields that were not given. */
function given<Fields extends object>(fields: Fields): { [Field in keyof Fields]: Exclude<Fields[Field], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
