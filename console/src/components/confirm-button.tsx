import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetRecord, type RecordPath } from '../api/forget-record.ts';
import { defineTranslations, useTranslations } from '../i18n/translations.ts';
import { Dialog } from './dialog.tsx';
import { showError } from './states.tsx';

/** Texts of the question. */
export const translations = defineTranslations({
  area: 'confirmButton',
  en: { keep: 'Do nothing' },
  de: { keep: 'Abbrechen' },
});

/** Props of a button that asks for confirmation. */
export type ConfirmButtonProps = Pick<ButtonProps, 'size'> & {
  label: string;
  question: string;
  /** Label of the button that confirms; it says what will happen. */
  confirmLabel: string;
  isPending: boolean;
  onConfirm: () => void;
  'aria-label'?: string;
};

/** A button for an action that cannot be undone. It asks for confirmation first. */
export function ConfirmButton({ label, question, confirmLabel, isPending, onConfirm, ...button }: ConfirmButtonProps) {
  const t = useTranslations(translations);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <Button variant="default" loading={isPending} {...button} onClick={() => setIsDialogOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isDialogOpen} onClose={() => setIsDialogOpen(false)} title={label}>
        <Text mb="md">{question}</Text>
        <Group>
          <Button
            color="red"
            onClick={() => {
              setIsDialogOpen(false);
              onConfirm();
            }}
          >
            {confirmLabel}
          </Button>
          <Button variant="default" onClick={() => setIsDialogOpen(false)}>
            {t.keep}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}

/** Deletes a record once the person has confirmed it, and reads its list again. */
export function DeleteButton<Response, Failure, Variables extends { path: RecordPath }>({
  mutation,
  variables,
  message,
  listKey,
  to,
  params,
  onDeleted,
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
  /** What the address of the list has besides. */
  params?: LinkProps['params'];
  /** Called before the list is read again without the record. */
  onDeleted?: () => void;
}) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    ...mutation,
    onSuccess: async () => {
      notifications.show({ message });
      onDeleted?.();
      if (to !== undefined) await navigate({ to, params });
      await queryClient.invalidateQueries({ queryKey: listKey });
      forgetRecord(queryClient, variables.path);
    },
    onError: showError,
  });
  return <ConfirmButton {...button} isPending={remove.isPending} onConfirm={() => remove.mutate(variables)} />;
}
