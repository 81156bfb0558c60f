import { Stack } from '@mantine/core';
import type { ContentItem } from '../../../api/generated/client/types.gen.ts';
import { Section } from '../../../components/page.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import type { TextField } from '../text-field.ts';
import { Approval } from './approval.tsx';
import { Comments } from './comments.tsx';
import { People } from './people.tsx';
import { translations } from './translations.ts';

/** Who works on a content item, whether it is approved, and what people say about it. */
export default function ReviewPanel({ item, field }: { item: ContentItem; field: TextField }) {
  const t = useTranslations(translations);
  return (
    <Section title={t.review}>
      <Stack gap="lg">
        <People item={item} />
        <Approval item={item} />
        <Comments item={item} field={field} />
      </Stack>
    </Section>
  );
}
