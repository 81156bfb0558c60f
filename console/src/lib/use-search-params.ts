import { useNavigate, useSearch } from '@tanstack/react-router';

/** The parameters in the address of the current view, and a function that changes some of them. */
export function useSearchParams() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (changes: Partial<typeof search>, { replace = false } = {}) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...changes }), replace });
  return [search, setSearch] as const;
}

/** Name of a parameter that some view has. */
export type SearchParam = keyof ReturnType<typeof useSearchParams>[0];
