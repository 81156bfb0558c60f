import { z } from 'zod';
import { permissionsChanged } from '../../kernel/change-events.ts';
import { conflict } from '../../kernel/errors.ts';
import { consolePersonOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { line } from '../../kernel/schema.ts';
import { reportSecurityChange } from '../report-security-change.ts';
import { role } from '../schema.ts';
import { updateUserRow } from '../store.ts';
import type { Person } from '../table.ts';
import { getPerson, lockPerson, ownPerson, personParams, requireMayHandle, requireOtherOwner } from '../team.ts';

const updatePersonBody = z.object({
  name: line(255).optional().describe('Name shown to the team.'),
  role: role.optional().describe('Only owners can create or change owners.'),
});

/** Changes name and role of a person of the team; access follows from the next request on. */
export const updatePerson = operation({
  name: 'users.update_person',
  permission: 'console_admin',
  params: personParams,
  target: ownPerson,
  input: updatePersonBody,
  lock: lockPerson,
  async change(tx, { deps, call, input, target }): Promise<Person> {
    const person = await lockPerson(tx, call, target);
    requireMayHandle(consolePersonOf(call.actor), input.role);
    const { name = person.name, role: wanted = person.role } = input;
    if (name === person.name && wanted === person.role) tx.unchanged();
    else {
      if (wanted !== 'owner') await requireOtherOwner(tx, person);
      const saved = await updateUserRow(tx.em, tx.now, person.id, { name, role: wanted });
      if (!saved) throw conflict('The person could not be changed.');
      if (wanted !== person.role)
        await reportSecurityChange(tx, { deps, call }, person, { change: 'role_changed', detail: wanted });
    }
    return getPerson(tx.em, person.id);
  },
  // The fields, not the name: an audit log is kept longer than a profile.
  audit: ({ id }, { input }) => ({
    type: 'user',
    id,
    details: { fields: Object.keys(input), ...(input.role !== undefined && { role: input.role }) },
  }),
  changeEvent: ({ partner_id }, { input }) => (input.role === undefined ? [] : permissionsChanged(partner_id)),
});
