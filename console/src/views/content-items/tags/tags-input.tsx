import { TagsInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from '../../../i18n/translations.ts';
import { translations } from './translations.ts';
import { useTags } from './use-tags.ts';

const MAX_TAGS = 20;
const MAX_NAME_LENGTH = 50;

/** What a field of tags shows. */
export interface TagsFieldProps {
  value: string[];
  error?: ReactNode;
  /** Whether it has the focus once it is there. */
  isFocused?: boolean;
  onChange: (tags: string[]) => void;
}

/** Mantine's input of tags, which offers those that there are, as a file of its own. */
export default function ItemTagsInput({ isFocused = false, ...props }: TagsFieldProps) {
  const t = useTranslations(translations);
  const tags = useTags();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return (
    <TagsInput
      ref={input}
      label={t.tags}
      description={t.hint}
      data={tags.map(({ attributes }) => attributes.name)}
      maxTags={MAX_TAGS}
      maxLength={MAX_NAME_LENGTH}
      limit={MAX_TAGS}
      comboboxProps={{ withinPortal: false }}
      {...props}
    />
  );
}
