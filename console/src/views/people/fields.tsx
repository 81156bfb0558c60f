import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { useMe } from '../../shell/me.ts';
import { type Role, rolesOf } from './model.ts';
import { translations } from './translations.ts';

/** What owners and admins set of a person. */
export interface PersonValues {
  name: string;
  role: Role;
}

/** Name and role of a person. */
export function PersonFields<Values extends PersonValues>({
  values,
  onChange,
  error,
}: {
  values: Values;
  onChange: (values: Values) => void;
  error: unknown;
}) {
  const t = useTranslations(translations);
  const roles = rolesOf(useMe().role);
  return (
    <>
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={255}
        autoComplete="off"
        value={values.name}
        onChange={(event) => onChange({ ...values, name: event.currentTarget.value })}
        error={fieldError(error, 'name')}
      />
      <NativeSelect
        label={t.role}
        description={t[`${values.role}Hint`]}
        data={roles.map((role) => ({ value: role, label: t[role] }))}
        value={values.role}
        onChange={({ currentTarget }) => {
          const role = roles.find((known) => known === currentTarget.value);
          if (role) onChange({ ...values, role });
        }}
        error={fieldError(error, 'role')}
      />
    </>
  );
}
