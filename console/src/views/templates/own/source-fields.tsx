import { Fieldset, NativeSelect, Stack } from '@mantine/core';
import { useTranslations } from '../../../i18n/translations.ts';
import type { Field } from '../../capabilities/form-schema.ts';
import { SettingsFields } from '../../capabilities/settings-fields.tsx';
import type { InputField, Source, TemplateStep } from './model.ts';
import { translations } from './translations.ts';

type Sources = Readonly<Record<string, Source>>;
/** How the choice of a source is said in an option: its kind, and the name of the field or the key of the step. */
type Option = '' | 'value' | `input ${string}` | `step ${string}`;

/** Types of fields that an input of a form can take. */
const TYPES_FOR: Partial<Record<Field['input'], readonly InputField['type'][]>> = {
  number: ['number'],
  flag: ['boolean'],
  terms: ['strings'],
  choices: ['strings'],
};
const TEXT_TYPES = ['string', 'enum'] as const;

/** Where each setting of a step comes from: the same for every input, a field of the input, or the text of an earlier step. */
export function SourceFields({
  settings,
  fields,
  earlier,
  sources,
  problemOf,
  onChange,
}: {
  settings: readonly Field[];
  fields: readonly InputField[];
  /** The steps before this one. */
  earlier: readonly TemplateStep[];
  sources: Sources;
  /** The problem of a setting, by its name. */
  problemOf: (setting: string) => string | undefined;
  /** Called with all of them; `step` is the key of one whose text is taken now. */
  onChange: (sources: Record<string, Source>, step?: string) => void;
}) {
  const t = useTranslations(translations);
  const choose = (setting: Field, option: string) => {
    const { [setting.name]: _former, ...others } = sources;
    const [kind, name = ''] = option.split(' ');
    if (kind === 'value') onChange({ ...others, [setting.name]: { value: firstValueOf(setting) } });
    else if (kind === 'input') onChange({ ...others, [setting.name]: { input: name } });
    else if (kind === 'step') onChange({ ...others, [setting.name]: { step: name } }, name);
    else onChange(others);
  };
  return (
    <Fieldset legend={t.settings}>
      <Stack gap="sm">
        {settings.map((setting) => {
          const { name, label, description, isRequired } = setting;
          const source = sources[name];
          const error = problemOf(name);
          const isFixed = source !== undefined && source.input === undefined && source.step === undefined;
          return (
            <Stack key={name} gap={4}>
              <NativeSelect
                label={t.setting(label)}
                description={description}
                withAsterisk={isRequired}
                aria-required={isRequired}
                value={optionOf(source)}
                error={isFixed ? undefined : error}
                onChange={({ currentTarget: { value } }) => choose(setting, value)}
              >
                <Options setting={setting} fields={fields} earlier={earlier} source={source} />
              </NativeSelect>
              {isFixed && (
                <SettingsFields
                  fields={[{ ...setting, label: t.alwaysOf(label), description: undefined, isRequired: true }]}
                  values={{ [name]: source.value }}
                  problemOf={() => error}
                  onChange={({ [name]: value }) =>
                    onChange({ ...sources, [name]: { value: value as Source['value'] } })
                  }
                />
              )}
            </Stack>
          );
        })}
      </Stack>
    </Fieldset>
  );
}

function Options({
  setting: { name, input, isRequired },
  fields,
  earlier,
  source,
}: {
  setting: Field;
  fields: readonly InputField[];
  earlier: readonly TemplateStep[];
  source: Source | undefined;
}) {
  const t = useTranslations(translations);
  const types = TYPES_FOR[input] ?? TEXT_TYPES;
  const isText = input === 'line' || input === 'text';
  const fitting = fields.filter((field) => types.some((type) => type === field.type) || field.name === source?.input);
  const hasSame = fields.some((field) => field.name === name);
  const leftOut = isRequired ? t.leftOutRequired : t.leftOut;
  return (
    <>
      <option value="">{hasSame ? t.sameField(name) : leftOut}</option>
      <option value="value">{t.always}</option>
      {fitting.map((field) => (
        <option key={field.name} value={`input ${field.name}`}>
          {t.fromField(field.name)}
        </option>
      ))}
      {isText &&
        earlier.map(({ key, title }) => (
          <option key={key} value={`step ${key}`}>
            {t.fromStep(title)}
          </option>
        ))}
    </>
  );
}

function optionOf(source: Source | undefined): Option {
  if (source === undefined) return '';
  if (source.input !== undefined) return `input ${source.input}`;
  return source.step === undefined ? 'value' : `step ${source.step}`;
}

/** What a value that is always the same begins with. */
function firstValueOf({ input }: Field): Source['value'] {
  if (input === 'flag') return true;
  return input === 'terms' || input === 'choices' ? [] : '';
}

/** Settings that are always the same but have no value yet. */
export function emptySources(sources: Sources): string[] {
  return Object.entries(sources)
    .filter(([, source]) => source.input === undefined && source.step === undefined && (source.value ?? '') === '')
    .map(([name]) => name);
}
