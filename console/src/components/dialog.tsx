import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from '../shell/translations.ts';

/** A modal dialog. */
export function Dialog({
  title,
  opened,
  onClose,
  size,
  isOnce = false,
  isUnderWay = false,
  children,
}: {
  title: string;
  opened: boolean;
  onClose: () => void;
  size?: 'lg';
  /** Whether it shows what nobody can read again: then neither Escape nor a press beside it closes it. */
  isOnce?: boolean;
  /** Whether something is under way that would have to begin again: then its button alone closes it. */
  isUnderWay?: boolean;
  children: ReactNode;
}) {
  const t = useTranslations(translations);
  return (
    // The scroll lock would add a style element without the nonce, which the policy blocks.
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeOnEscape={!isOnce && !isUnderWay}
      closeOnClickOutside={!isOnce && !isUnderWay}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A header element would be a second banner landmark. */}
        <Modal.Header role="none">
          <Modal.Title fw={600}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t.close} />
        </Modal.Header>
        {/* What is shown once has the focus itself: a second Enter would press the button that closes it. */}
        <Modal.Body {...(isOnce && { tabIndex: -1, 'data-autofocus': true })}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
