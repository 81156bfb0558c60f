import { NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import {
  getListingRescoringOptions,
  getListingRescoringQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateListingRescoring } from '../../api/generated/client/sdk.gen.ts';
import type {
  ListingRescoring,
  ListingScore,
  UpdateListingRescoringBody,
} from '../../api/generated/client/types.gen.ts';
import { DraftForm } from '../../components/draft-form.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { categoryOf } from './model.ts';
import { translations } from './translations.ts';

type Every = ListingRescoring['attributes']['every'];
type Values = Record<'brand_keyword' | 'category' | 'partner_domain', string> & { every: Every };

const INTERVALS = ['off', 'daily', 'weekly'] as const satisfies readonly Every[];
/** The category that stands for none. */
const NO_CATEGORY = 'default';

/** Sets how often a listing is scored by itself, and by what: at first as it was scored last, so that the scores compare. */
export function RescoringForm({
  rescoring,
  latest,
  onSaved,
}: {
  rescoring: ListingRescoring;
  latest: ListingScore;
  onSaved: () => void;
}) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const { id } = rescoring;
  const { every, paused_at } = rescoring.attributes;
  const form = useRecordForm({
    name: `listings/${id}/rescoring`,
    path: `/marketplace/listings/${id}/rescoring`,
    record: rescoring,
    valuesOf: ({ attributes }) => valuesOf(attributes, latest),
    bodyOf,
    read: async () =>
      (await queryClient.fetchQuery({ ...getListingRescoringOptions({ path: { id } }), staleTime: 0 })).data,
    send: (body, headers) => updateListingRescoring({ path: { id }, body, headers, throwOnError: true }),
    onSaved: async (answer) => {
      onSaved();
      notifications.show({ message: t.rescoringSaved });
      if (answer) queryClient.setQueryData(getListingRescoringQueryKey({ path: { id } }), answer.data);
    },
  });
  const { values } = form;
  // Where it is begun or gone on with, all is sent: what the form begins with is not the record's then.
  const isStart = every === 'off' || paused_at !== null;
  const field = (name: 'brand_keyword' | 'category' | 'partner_domain') => ({
    value: values[name],
    error: fieldError(form.error, name),
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => form.change({ [name]: value }),
  });
  return (
    <DraftForm
      form={{ ...form, save: () => form.save(isStart ? bodyOf(values) : {}) }}
      noValidate
      submit={paused_at === null ? t.save : t.resumeRescoring}
      problems={
        <FormProblems
          form={form}
          labelOf={labelsIn(t, { category: 'category_code' })}
          textOf={(name, value) => (name === 'every' ? t[`every_${value as Every}`] : undefined)}
        />
      }
    >
      <NativeSelect
        label={t.every}
        value={values.every}
        data={INTERVALS.map((value) => ({ value, label: t[`every_${value}`] }))}
        onChange={({ currentTarget: { value } }) => form.change({ every: value as Every })}
      />
      <TextInput {...field('brand_keyword')} label={t.brand_keyword} description={t.brandHint} />
      <TextInput {...field('category')} label={t.category_code} description={t.categoryHint} />
      <TextInput {...field('partner_domain')} label={t.partner_domain} description={t.domainHint} />
    </DraftForm>
  );
}

function valuesOf(attributes: ListingRescoring['attributes'], latest: ListingScore): Values {
  const { every, category, brand_keyword, partner_domain } = attributes;
  if (every === 'off' && brand_keyword === null && category === NO_CATEGORY) {
    return {
      every,
      category: categoryOf(latest.attributes) ?? '',
      brand_keyword: latest.attributes.brand_keyword ?? '',
      partner_domain: partner_domain ?? '',
    };
  }
  return {
    every,
    category: category === NO_CATEGORY ? '' : category,
    brand_keyword: brand_keyword ?? '',
    partner_domain: partner_domain ?? '',
  };
}

function bodyOf({ every, ...texts }: Values): Required<UpdateListingRescoringBody> {
  const orNull = (text: string) => text.trim() || null;
  return {
    every,
    category: orNull(texts.category),
    brand_keyword: orNull(texts.brand_keyword),
    partner_domain: orNull(texts.partner_domain),
  };
}
