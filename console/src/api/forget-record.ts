import type { QueryClient } from '@tanstack/react-query';

/** What an address of the API has of a record. */
export type RecordPath = Readonly<Record<string, string | number>>;

/** Forgets what was read of a deleted record and of what belonged to it, so that whoever goes back reads that it is gone. */
export function forgetRecord(queryClient: QueryClient, path: RecordPath): void {
  queryClient.removeQueries({
    // What is still shown stays until it is left.
    type: 'inactive',
    predicate: ({ queryKey: [key] }) => {
      const asked = (key as { path?: RecordPath } | undefined)?.path;
      return asked !== undefined && Object.entries(path).every(([name, value]) => asked[name] === value);
    },
  });
}
