import { useQuery } from '@tanstack/react-query';
import { getCapabilityOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { type NamedSetting, SettingsList } from '../../components/description-list.tsx';
import { useLocale } from '../../i18n/translations.ts';
import { languageName } from '../../lib/languages.ts';
import { type Field, toFields } from '../capabilities/form-schema.ts';

/** The settings of an execution as its form names them. They are shown by their own names until the form is read, and where there is none any more. */
export default function RunSettings({
  capability: slug,
  settings,
}: {
  capability: string;
  settings: Readonly<Record<string, unknown>>;
}) {
  const locale = useLocale();
  const { data } = useQuery(getCapabilityOptions({ path: { slug } }));
  const fields = data ? toFields(data.data.attributes.settings_schema) : [];
  return <SettingsList settings={settings} named={fields.map((field) => toNamed(field, locale))} />;
}

function toNamed(field: Field, locale: string): NamedSetting {
  const { name, label } = field;
  switch (field.input) {
    case 'choice':
    case 'choices':
      return { name, label, nameOf: (given) => field.options.find(({ value }) => value === given)?.label ?? given };
    case 'language':
      return { name, label, nameOf: (tag) => languageName(locale, tag) };
    default:
      return { name, label };
  }
}
