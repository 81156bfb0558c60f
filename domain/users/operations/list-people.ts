import { z } from 'zod';
import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { creationOrName, pageQuery } from '../../kernel/schema.ts';
import { selectPeople } from '../store.ts';

/** Lists the people of the team, with those who are invited, newest first. */
export const listPeople = operation({
  name: 'users.list_team',
  permission: 'console',
  params: nothing,
  input: z.object({ ...creationOrName, ...pageQuery() }),
  run: (deps, call, query) => selectPeople(deps.db, consolePersonOf(call.actor).partnerId, query),
});
