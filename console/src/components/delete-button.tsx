import { notifications } from '@mantine/notifications';
import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { ConfirmButton, type ConfirmButtonProps } from './confirm-button.tsx';
import { showError } from './show-error.tsx';

/** Deletes a record once the person has confirmed it, and reads its list again. */
export function DeleteButton<Response, Failure, Variables>({
  mutation,
  variables,
  message,
  listKey,
  to,
  ...button
}: Omit<ConfirmButtonProps, 'isPending' | 'onConfirm'> & {
  mutation: UseMutationOptions<Response, Failure, Variables>;
  variables: Variables;
  /** Shown once it is deleted. */
  message: string;
  /** The query of the list that the record is part of. */
  listKey: QueryKey;
  /** Address of the list, for a button on the record's own page. */
  to?: LinkProps['to'];
}) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    ...mutation,
    onSuccess: async () => {
      notifications.show({ message });
      if (to !== undefined) await navigate({ to });
      await queryClient.invalidateQueries({ queryKey: listKey });
    },
    onError: showError,
  });
  return <ConfirmButton {...button} isPending={remove.isPending} onConfirm={() => remove.mutate(variables)} />;
}
