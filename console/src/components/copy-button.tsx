import { Button, type ButtonProps, CopyButton as Copied } from '@mantine/core';

/** A button that copies a text, and says so for a moment. */
export function CopyButton({
  value,
  words,
  ...button
}: Pick<ButtonProps, 'variant' | 'size'> & {
  value: string;
  words: { copy: string; copied: string };
}) {
  return (
    <Copied value={value}>
      {({ copied, copy }) => (
        <Button {...button} onClick={copy}>
          {copied ? words.copied : words.copy}
        </Button>
      )}
    </Copied>
  );
}
