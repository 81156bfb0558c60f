import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { defineTranslations, useTranslations } from '../i18n/translations.ts';
import { Dialog } from './dialog.tsx';

const translations = defineTranslations({
  en: { keep: 'Do nothing' },
  de: { keep: 'Nichts tun' },
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
