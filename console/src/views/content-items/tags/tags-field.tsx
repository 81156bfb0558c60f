import { TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import type { TagsFieldProps } from './tags-input.tsx';
import { translations } from './translations.ts';

const Loaded = lazyPart(() => import('./tags-input.tsx'));

/** Names of tags, offered as they are typed; unknown ones are made. Its code is loaded where one is shown. */
export function TagsField(props: TagsFieldProps) {
  const t = useTranslations(translations);
  return (
    <Suspense fallback={<TextInput label={t.tags} description={t.hint} disabled />}>
      <Loaded {...props} />
    </Suspense>
  );
}
