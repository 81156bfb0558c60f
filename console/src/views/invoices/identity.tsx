import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import {
  getBillingIdentityOptions,
  getBillingIdentityQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateBillingIdentity } from '../../api/generated/client/sdk.gen.ts';
import type { GetBillingIdentityResponse, UpdateBillingIdentityData } from '../../api/generated/client/types.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { LazySelect } from '../../components/multi-select.tsx';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { QueryContent } from '../../components/states.tsx';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { countryCodeOptions } from '../../lib/countries.ts';
import { COUNTRY_CODES } from '../../lib/country-codes.ts';
import { fieldError } from '../../lib/form-props.ts';
import { languageOptions } from '../../lib/languages.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './identity-translations.ts';

type Identity = GetBillingIdentityResponse['data']['attributes'];
type Body = NonNullable<UpdateBillingIdentityData['body']>;

const FIELDS = ['legal_name', 'email', 'purchase_order'] as const;
const ADDRESS = ['line1', 'line2', 'postal_code', 'city', 'region'] as const;
/** Languages that invoices are written in. */
const LANGUAGES = ['en', 'de'];

/** What the form has. */
type Values = Record<(typeof FIELDS)[number] | (typeof ADDRESS)[number] | 'country' | 'language' | 'tax_ids', string>;

/** Parts of the address; the API merges them. */
const ADDRESS_PARTS = [...ADDRESS, 'country'] as const;

/** Who the partner is on its invoices; only owners see it. */
export default function BillingIdentityView() {
  const t = useTranslations(translations);
  const mayEdit = usePermission('manage_billing');
  const query = useQuery({ ...getBillingIdentityOptions(), enabled: mayEdit });
  if (!mayEdit) return <ForbiddenPage title={t.title} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.title} lead={t.lead}>
      <QueryContent query={query}>{({ data }) => <IdentityForm identity={data.attributes} />}</QueryContent>
    </Page>
  );
}

/** Sends only the changed fields, onto the version that they were made on. */
function IdentityForm({ identity }: { identity: Identity }) {
  const t = useTranslations(translations);
  const locale = useLocale();
  const queryClient = useQueryClient();
  const form = useRecordForm({
    name: 'invoices/identity',
    path: '/app/billing-identity',
    record: identity,
    valuesOf,
    bodyOf: fieldsOf,
    read: async () => (await queryClient.fetchQuery({ ...getBillingIdentityOptions(), staleTime: 0 })).data.attributes,
    send: (fields, headers) => updateBillingIdentity({ body: bodyOf(fields), headers, throwOnError: true }),
    onSaved: (answer) => {
      if (answer) queryClient.setQueryData(getBillingIdentityQueryKey(), answer.data);
      notifications.show({ message: t.saved });
    },
  });
  const { values, change, error } = form;
  const text = (name: keyof Values, field: string) => ({
    label: t[name],
    value: values[name],
    error: fieldError(error, field),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change({ [name]: currentTarget.value }),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Stack maw={720}>
        <DraftNote draft={form.draft} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {FIELDS.map((name) => (
            <TextInput key={name} {...text(name, name)} />
          ))}
          {ADDRESS.map((name) => (
            <TextInput key={name} {...text(name, `address.${name}`)} />
          ))}
          <LazySelect
            label={t.country}
            data={countryCodeOptions(COUNTRY_CODES, locale)}
            value={values.country || null}
            searchable
            clearable
            error={fieldError(error, 'address.country')}
            onChange={(code) => change({ country: code ?? '' })}
          />
          <LazySelect
            label={t.language}
            data={languageOptions(locale, { among: LANGUAGES, chosen: [values.language] })}
            value={values.language || null}
            clearable
            error={fieldError(error, 'language')}
            onChange={(tag) => change({ language: tag ?? '' })}
          />
        </SimpleGrid>
        <TextInput {...text('tax_ids', 'tax_ids')} description={t.taxIdsHint} />
        <FormProblems form={form} labelOf={labelsIn(t)} textOf={shownTaxIds} />
        <Group>
          <Button type="submit" disabled={!form.isChanged} loading={form.isSaving}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The fields of a request, those of the address beside the others. */
type Fields = Record<Exclude<keyof Values, 'tax_ids'>, string | null> & { tax_ids: TaxId[] };

function valuesOf({ address, tax_ids, ...identity }: Identity): Values {
  const texts = [
    ...[...FIELDS, 'language' as const].map((name) => [name, identity[name] ?? '']),
    ...ADDRESS_PARTS.map((name) => [name, address[name] ?? '']),
  ];
  return { ...Object.fromEntries(texts), tax_ids: tax_ids.map(shownTaxId).join(', ') };
}

/** An empty field clears what there was. */
function fieldsOf({ tax_ids, ...values }: Values): Fields {
  const texts = Object.entries(values).map(([name, value]) => [name, value.trim() || null]);
  return { ...Object.fromEntries(texts), tax_ids: parseTaxIds(tax_ids) };
}

function bodyOf(fields: Partial<Fields>): Body {
  const isAddress = (name: string) => ADDRESS_PARTS.some((part) => part === name);
  const [address, others] = [true, false].map((is) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => isAddress(name) === is)),
  );
  return { ...others, ...(Object.keys(address ?? {}).length > 0 && { address }) } as Body;
}

type TaxId = Identity['tax_ids'][number];

/** Numbers as the form has them; undefined for other fields. */
function shownTaxIds(field: string, value: unknown): string | undefined {
  return field === 'tax_ids' ? (value as TaxId[]).map(({ value: number }) => number).join(', ') || '–' : undefined;
}

/** European numbers say themselves what they are. */
function shownTaxId({ type, value }: { type: string; value: string }): string {
  return type === 'eu_vat' ? value : `${type} ${value}`;
}

/** `DE123456789, us_ein 12-3456789`; a number without a type is one for value added tax. */
function parseTaxIds(text: string): TaxId[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, type, value] = /^([a-z_]+) (.+)$/.exec(entry) ?? [];
      return type === undefined || value === undefined ? { type: 'vat', value: entry } : { type, value };
    });
}
