import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getBillingIdentityOptions,
  getBillingIdentityQueryKey,
  updateBillingIdentityMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetBillingIdentityResponse, UpdateBillingIdentityData } from '../../api/generated/client/types.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { LazySelect } from '../../components/multi-select.tsx';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { countryCodeOptions } from '../../lib/countries.ts';
import { COUNTRY_CODES } from '../../lib/country-codes.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
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

/** What was changed and not saved. */
interface Typed {
  fields: Partial<Record<(typeof FIELDS)[number] | 'language', string>>;
  address: Partial<Record<(typeof ADDRESS)[number] | 'country', string>>;
  taxIds?: string;
}

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

/** Sends only the changed fields, so that concurrent changes of others are kept. */
function IdentityForm({ identity }: { identity: Identity }) {
  const t = useTranslations(translations);
  const locale = useLocale();
  const queryClient = useQueryClient();
  const draft = useFormDraft<Typed>('billing-identity', { fields: {}, address: {} });
  const { fields, address, taxIds } = draft.values;
  const update = useMutation({
    ...updateBillingIdentityMutation(),
    onSuccess: (response) => {
      queryClient.setQueryData(getBillingIdentityQueryKey(), response);
      draft.clear();
      notifications.show({ message: t.saved });
    },
  });
  const language = fields.language ?? identity.language ?? '';
  const body = {
    ...cleared(fields),
    ...(Object.keys(address).length > 0 && { address: cleared(address) }),
    ...(taxIds !== undefined && { tax_ids: parseTaxIds(taxIds) }),
  } as Body;
  return (
    <Stack maw={720}>
      <DraftNote draft={draft} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {FIELDS.map((name) => (
          <TextInput
            key={name}
            label={t[name]}
            value={fields[name] ?? identity[name] ?? ''}
            error={fieldError(update.error, name)}
            onChange={({ currentTarget: { value } }) =>
              draft.change((typed) => ({ ...typed, fields: { ...typed.fields, [name]: value } }))
            }
          />
        ))}
        {ADDRESS.map((name) => (
          <TextInput
            key={name}
            label={t[name]}
            value={address[name] ?? identity.address[name] ?? ''}
            error={fieldError(update.error, `address.${name}`)}
            onChange={({ currentTarget: { value } }) =>
              draft.change((typed) => ({ ...typed, address: { ...typed.address, [name]: value } }))
            }
          />
        ))}
        <LazySelect
          label={t.country}
          data={countryCodeOptions(COUNTRY_CODES, locale)}
          value={(address.country ?? identity.address.country) || null}
          searchable
          clearable
          error={fieldError(update.error, 'address.country')}
          onChange={(code) =>
            draft.change((typed) => ({ ...typed, address: { ...typed.address, country: code ?? '' } }))
          }
        />
        <LazySelect
          label={t.language}
          data={languageOptions(locale, { among: LANGUAGES, chosen: [language] })}
          value={language || null}
          clearable
          error={fieldError(update.error, 'language')}
          onChange={(tag) => draft.change((typed) => ({ ...typed, fields: { ...typed.fields, language: tag ?? '' } }))}
        />
      </SimpleGrid>
      <TextInput
        label={t.tax_ids}
        description={t.taxIdsHint}
        value={taxIds ?? identity.tax_ids.map(shownTaxId).join(', ')}
        error={fieldError(update.error, 'tax_ids')}
        onChange={({ currentTarget: { value } }) => draft.change((typed) => ({ ...typed, taxIds: value }))}
      />
      {update.error && <ErrorAlert error={update.error} />}
      <Group>
        <Button
          disabled={Object.keys(body).length === 0}
          loading={update.isPending}
          onClick={() => update.mutate({ body })}
        >
          {t.save}
        </Button>
      </Group>
    </Stack>
  );
}

/** An empty field clears what there was. */
function cleared(values: Partial<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.trim() || null]));
}

/** European numbers say themselves what they are. */
function shownTaxId({ type, value }: { type: string; value: string }): string {
  return type === 'eu_vat' ? value : `${type} ${value}`;
}

/** `DE123456789, us_ein 12-3456789`; a number without a type is one for value added tax. */
function parseTaxIds(text: string): { type: string; value: string }[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, type, value] = /^([a-z_]+) (.+)$/.exec(entry) ?? [];
      return type === undefined || value === undefined ? { type: 'vat', value: entry } : { type, value };
    });
}
