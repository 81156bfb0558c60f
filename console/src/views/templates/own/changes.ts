import type { InputField, TemplateFields, TemplateStep } from './model.ts';

/** What a version has of a template. */
export type Definition = Pick<TemplateFields, 'input' | 'steps' | 'example'>;

/** A part of a field or step that is another than before; undefined where it is not there. */
export interface ChangedPart {
  /** A name of the definition; of settings with the name of the setting, as `settings.tone`. */
  name: string;
  before: unknown;
  after: unknown;
}

/** What is different between two versions of a definition. */
export type Change =
  | { part: 'field' | 'step'; kind: 'added' | 'removed'; name: string }
  | { part: 'field' | 'step'; kind: 'changed'; name: string; parts: ChangedPart[] }
  | { part: 'field' | 'step'; kind: 'moved' }
  | { part: 'example'; kind: 'changed'; parts: ChangedPart[] };

/** What the second version changes of the first. Fields are known by their names, steps by their keys. */
export function changesBetween(before: Definition, after: Definition): Change[] {
  const example = changedParts(before.example, after.example);
  return [
    ...entryChanges(
      'field',
      entriesOf(before.input, fieldName, fieldParts),
      entriesOf(after.input, fieldName, fieldParts),
    ),
    ...entryChanges('step', entriesOf(before.steps, stepKey, stepParts), entriesOf(after.steps, stepKey, stepParts)),
    ...(example.length > 0 ? [{ part: 'example', kind: 'changed', parts: example } as const] : []),
  ];
}

/** An entry by what it is known by, with the name that people know. */
interface Entry {
  id: string;
  name: string;
  parts: Record<string, unknown>;
}

function entryChanges(part: 'field' | 'step', before: readonly Entry[], after: readonly Entry[]): Change[] {
  const [former, present] = [before, after].map((entries) => new Map(entries.map((entry) => [entry.id, entry])));
  const changes = after.flatMap((entry): Change[] => {
    const was = former?.get(entry.id);
    if (!was) return [{ part, kind: 'added', name: entry.name }];
    const parts = changedParts(was.parts, entry.parts);
    return parts.length === 0 ? [] : [{ part, kind: 'changed', name: entry.name, parts }];
  });
  const removed = before
    .filter(({ id }) => !present?.has(id))
    .map(({ name }): Change => ({ part, kind: 'removed', name }));
  const [order, now] = [before.filter(({ id }) => present?.has(id)), after.filter(({ id }) => former?.has(id))];
  const isMoved = order.some(({ id }, index) => now[index]?.id !== id);
  return [...changes, ...removed, ...(isMoved ? [{ part, kind: 'moved' } as const] : [])];
}

function changedParts(before: Record<string, unknown>, after: Record<string, unknown>): ChangedPart[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((part) => JSON.stringify(part.before) !== JSON.stringify(part.after));
}

function entriesOf<One>(
  list: readonly One[],
  id: (one: One) => string,
  partsOf: (one: One) => Omit<Entry, 'id'>,
): Entry[] {
  return list.map((one) => ({ id: id(one), ...partsOf(one) }));
}

function fieldName({ name }: InputField): string {
  return name;
}

function stepKey({ key }: TemplateStep): string {
  return key;
}

function fieldParts({ name, ...parts }: InputField) {
  return { name, parts };
}

function stepParts({ key: _key, settings, ...parts }: TemplateStep) {
  const mapped = Object.entries(settings).map(([name, source]) => [`settings.${name}`, source] as const);
  return { name: parts.title, parts: { ...parts, ...Object.fromEntries(mapped) } };
}
