/** What a drill found out: problems fail it, facts are shown beside its name. */
export class Findings {
  readonly problems: string[] = [];
  readonly facts: string[] = [];

  /** Counts a problem unless the condition holds. */
  expect(holds: boolean, problem: string): void {
    if (!holds) this.problems.push(problem);
  }

  /** Counts a problem unless both are the same as JSON. */
  equal(what: string, actual: unknown, expected: unknown): void {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (is !== should) this.problems.push(`${what} is ${is} and should be ${should}.`);
  }

  note(name: string, value: string | number): void {
    this.facts.push(`${name} ${value}`);
  }

  seconds(name: string, milliseconds: number): void {
    this.note(name, `${(milliseconds / 1000).toFixed(1)} s`);
  }
}
