import { type NamedSetting, SettingsList } from '../../components/description-list.tsx';
import { useLocale } from '../../i18n/translations.ts';
import { languageName } from '../../lib/languages.ts';
import { type Field, type Schema, toFields } from '../capabilities/form-schema.ts';

/** The settings of an execution, or of those that a trigger starts, as their form names them, and by their own names where there is none any more. */
export default function RunSettings({
  settings,
  schema,
}: {
  settings: Readonly<Record<string, unknown>>;
  /** JSON Schema of the settings. */
  schema: Schema | undefined;
}) {
  const locale = useLocale();
  const fields = schema ? toFields(schema) : [];
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
