import { readOperation } from '../../kernel/read-operation.ts';
import { ownPerson, personParams } from '../team.ts';

/** A person of the team, or one who is invited. */
export const getPerson = readOperation({
  name: 'users.get_person',
  permission: 'console',
  params: personParams,
  target: ownPerson,
});
