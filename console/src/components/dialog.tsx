import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/texts.ts';
import { texts } from '../shell/texts.ts';

/** Something that is asked or told before the view goes on. */
export function Dialog({
  title,
  opened,
  onClose,
  children,
}: {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const say = useTexts(texts);
  return (
    // Holding the page still would take a style element without the nonce, which the policy forbids.
    <Modal
      title={title}
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': say.close }}
    >
      {children}
    </Modal>
  );
}
