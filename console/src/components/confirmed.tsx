import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts.ts';
import { Dialog } from './dialog.tsx';

const texts = catalogue({
  en: { keep: 'Do nothing' },
  de: { keep: 'Nichts tun' },
});

/** A button for what cannot be taken back: it asks once more. */
export function Confirmed({
  label,
  question,
  yes,
  isPending,
  onConfirm,
  ...button
}: Pick<ButtonProps, 'size'> & {
  label: string;
  question: string;
  /** Names what will happen. */
  yes: string;
  isPending: boolean;
  onConfirm: () => void;
  'aria-label'?: string;
}) {
  const say = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="default" loading={isPending} {...button} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <Dialog opened={isAsking} onClose={() => setIsAsking(false)} title={label}>
        <Text mb="md">{question}</Text>
        <Group>
          <Button
            color="red"
            onClick={() => {
              setIsAsking(false);
              onConfirm();
            }}
          >
            {yes}
          </Button>
          <Button variant="default" onClick={() => setIsAsking(false)}>
            {say.keep}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
