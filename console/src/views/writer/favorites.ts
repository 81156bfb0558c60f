import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addFavoriteWriterTemplateMutation,
  listFavoriteWriterTemplatesOptions,
  removeFavoriteWriterTemplateMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { showProblem } from '../../components/show-problem.tsx';

/** The favourite templates, and what makes one or ends it. */
export function useFavorites(): { favorites: ReadonlySet<number>; toggle: (id: number) => void } {
  const queries = useQueryClient();
  const options = listFavoriteWriterTemplatesOptions();
  const { data = [] } = useQuery(options);
  const after = {
    onSuccess: ({ favorites }: { favorites: number[] }) => queries.setQueryData(options.queryKey, favorites),
    onError: showProblem,
  };
  const add = useMutation({ ...addFavoriteWriterTemplateMutation(), ...after });
  const remove = useMutation({ ...removeFavoriteWriterTemplateMutation(), ...after });
  const favorites = new Set(data);
  return {
    favorites,
    toggle: (id) => (favorites.has(id) ? remove : add).mutate({ body: { openai_id: id } }),
  };
}
