import { ApiError } from '../../../api/api-error.ts';
import { fieldError } from '../../../lib/form-props.ts';

/** What is wrong with parts of an entry, by their path within it, such as `settings.content`. */
export type PartProblems = Readonly<Record<string, string>>;

/**
 * The API's messages for each entry of a list, as it was sent: an entry that was changed since has none. Those that are returned
 * stand beside their entry, so the list of all problems does not name them again.
 */
export function entryProblems<Entry extends object>(
  error: unknown,
  part: string,
  sent: readonly Entry[],
): ReadonlyMap<Entry, PartProblems> {
  if (!(error instanceof ApiError)) return new Map();
  return new Map(
    sent.flatMap((entry, index) => {
      const prefix = `${part}.${index}.`;
      const paths = Object.keys(error.details).filter((path) => path.startsWith(prefix));
      if (paths.length === 0) return [];
      const problems = paths.map((path) => [path.slice(prefix.length), fieldError(error, path) ?? ''] as const);
      return [[entry, Object.fromEntries(problems)] as const];
    }),
  );
}

/** The message for a part and what is below it. */
export function problemAt(problems: PartProblems, part: string): string | undefined {
  const texts = Object.entries(problems).flatMap(([path, text]) =>
    path === part || path.startsWith(`${part}.`) ? [text] : [],
  );
  return texts.join(' ') || undefined;
}
