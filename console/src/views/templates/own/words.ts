import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { humanize } from '../../../lib/labels.ts';
import { translations as triggerTexts } from '../../triggers/translations.ts';
import type { InputField, Source, StepCondition } from './model.ts';
import { kindOf } from './model.ts';
import { translations } from './translations.ts';

/** Returns what stands for parts of a definition in words; `titleOf` names a step by its key. */
export function useWords(titleOf: (key: string) => string) {
  const t = useTranslations(translations);
  const trigger = useTranslations(triggerTexts);
  const format = useFormat();
  const value = (given: unknown): string => {
    if (given === undefined || given === null || given === '') return t.nothing;
    if (typeof given === 'boolean') return given ? t.yes : t.no;
    if (typeof given === 'number') return format.number(given);
    if (Array.isArray(given)) return given.map(value).join(', ') || t.nothing;
    return typeof given === 'string' ? given : JSON.stringify(given);
  };
  const source = ({ input, step, value: fixed }: Source): string => {
    if (input !== undefined) return t.fromField(input);
    return step === undefined ? t.alwaysThis(value(fixed)) : t.fromStep(titleOf(step));
  };
  const condition = ({ field, operator, values }: StepCondition): string =>
    `${field} ${trigger[operator]} ${values.map(value).join(', ')}`;
  return {
    condition,
    conditions: (all: readonly StepCondition[]) => all.map(condition).join(', '),
    kind: (field: InputField) => t[kindOf(field)],
    /** A part of a field or step, by its name. */
    part(name: string): string {
      const [first = '', second = '', third] = name.split('.');
      if (first === 'settings') return second === '' ? t.settings : t.setting(humanize(second));
      if (first === 'when')
        return third === undefined && second === '' ? t.when : t.condition(format.number(Number(second) + 1));
      return PARTS[first] === undefined ? humanize(first) : t[PARTS[first]];
    },
    /** What a part has. */
    contentOf(name: string, content: unknown): string {
      if (content === undefined) return t.nothing;
      if (name.startsWith('settings.')) return source(content as Source);
      if (name === 'when') return (content as StepCondition[]).map(condition).join(', ') || t.nothing;
      if (name === 'depends_on') return value((content as string[]).map(titleOf));
      return value(content);
    },
  };
}

/** The texts that name parts of fields and steps. */
const PARTS: Readonly<
  Record<
    string,
    | 'capability'
    | 'stepTitle'
    | 'dependsOn'
    | 'optional'
    | 'fieldName'
    | 'kind'
    | 'help'
    | 'required'
    | 'min'
    | 'max'
    | 'values'
    | 'maxLength'
    | 'maxEntries'
    | 'integer'
  >
> = {
  capability: 'capability',
  title: 'stepTitle',
  depends_on: 'dependsOn',
  optional: 'optional',
  name: 'fieldName',
  type: 'kind',
  format: 'kind',
  description: 'help',
  required: 'required',
  integer: 'integer',
  min: 'min',
  max: 'max',
  values: 'values',
  max_length: 'maxLength',
  max_entries: 'maxEntries',
};
