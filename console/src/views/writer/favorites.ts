import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addFavoriteWriterTemplateMutation,
  listFavoriteWriterTemplatesOptions,
  removeFavoriteWriterTemplateMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { showError } from '../../components/show-error.tsx';

/** The favourite templates, and a function that toggles one. */
export function useFavorites(): { favorites: ReadonlySet<number>; toggle: (id: number) => void } {
  const queryClient = useQueryClient();
  const options = listFavoriteWriterTemplatesOptions();
  const { data = [] } = useQuery(options);
  const after = {
    onSuccess: ({ favorites }: { favorites: number[] }) => queryClient.setQueryData(options.queryKey, favorites),
    onError: showError,
  };
  const add = useMutation({ ...addFavoriteWriterTemplateMutation(), ...after });
  const remove = useMutation({ ...removeFavoriteWriterTemplateMutation(), ...after });
  const favorites = new Set(data);
  return {
    favorites,
    toggle: (id) => (favorites.has(id) ? remove : add).mutate({ body: { openai_id: id } }),
  };
}
