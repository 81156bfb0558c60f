import { Select, type SelectProps } from '@mantine/core';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from '../shell/translations.ts';

/** Mantine's select that can be searched, as a file of its own. */
export default function SelectInput(props: SelectProps<string>) {
  const t = useTranslations(translations);
  return <Select nothingFoundMessage={t.noMatch} {...props} />;
}
