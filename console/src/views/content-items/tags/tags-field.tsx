import { TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from '../../../i18n/translations.ts';
import { translations } from './translations.ts';

const Loaded = lazy(() => import('./tags-input.tsx'));

/** What a field of tags shows. */
export interface TagsFieldProps {
  value: string[];
  error?: ReactNode;
  /** Whether it has the focus once it is there. */
  isFocused?: boolean;
  onChange: (tags: string[]) => void;
}

/** Names of tags, offered as they are typed; unknown ones are made. Its code is loaded where one is shown. */
export function TagsField(props: TagsFieldProps) {
  const t = useTranslations(translations);
  return (
    <Suspense fallback={<TextInput label={t.tags} description={t.hint} disabled />}>
      <Loaded {...props} />
    </Suspense>
  );
}
