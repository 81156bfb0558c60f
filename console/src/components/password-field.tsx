import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from '../shell/translations.ts';

/** An input for a password, with a button that shows it. Mantine's own names the button in English, and marks no problem for screen readers. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations(translations);
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
      {...props}
    />
  );
}
