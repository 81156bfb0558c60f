/** A field that the person and somebody else have both changed. */
export interface Clash {
  field: string;
  theirs: unknown;
  mine: unknown;
}

/** The fields that a form has changed, of all or of some. */
export function changedFields<Fields extends object>(initial: Fields, values: Partial<Fields>): Partial<Fields> {
  const changed = Object.entries(values).filter(([field, value]) => !isSame(value, Reflect.get(initial, field)));
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** The fields that both have changed, to different values. */
export function clashesOf(before: object, theirs: object, mine: object): Clash[] {
  return Object.entries(mine).flatMap(([field, value]) => {
    const [was, is] = [Reflect.get(before, field), Reflect.get(theirs, field)];
    return isSame(was, is) || isSame(is, value) ? [] : [{ field, theirs: is, mine: value }];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
