import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from '../shell/translations.ts';

/** Mantine's select of several values, as a file of its own. */
export default function MultiSelectInput(props: MultiSelectProps<string>) {
  const t = useTranslations(translations);
  return <MultiSelect nothingFoundMessage={t.noMatch} {...props} />;
}
