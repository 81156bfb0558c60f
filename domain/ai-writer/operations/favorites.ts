import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import { recordId } from '../../kernel/schema.ts';
import { findTemplateById } from '../catalogue.ts';
import { ownTemplate } from '../own/schema.ts';
import { holdTemplateRow } from '../own/store.ts';
import { favoriteBody } from '../schema.ts';
import { deleteFavorite, insertFavorite, selectFavorites } from '../store.ts';

const referencedTemplate = references({ openai_id: recordId }, async (deps, call, { openai_id: id }) => {
  if (id !== undefined) await requireTemplate(deps, call, id);
});

/** Lists the ids of the partner's favourite templates. */
export const listFavorites = operation({
  name: 'ai_writer.list_favorites',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: (deps, call) => selectFavorites(deps.db, partnerOf(call)),
});

/** Adds a template to the favourites unless it is there; returns all of them. */
export const addFavorite = operation({
  name: 'ai_writer.add_favorite',
  permission: 'manage_content',
  params: nothing,
  references: referencedTemplate,
  input: favoriteBody,
  prepare: (deps, call, { openai_id }) => requireTemplate(deps, call, openai_id),
  async change(tx, { call, input: { openai_id } }): Promise<number[]> {
    if (!findTemplateById(openai_id) && !(await holdTemplateRow(tx.em, partnerOf(call), openai_id)))
      throw notFound('Template');
    if (!(await insertFavorite(tx.em, tx.now, partnerOf(call), openai_id))) tx.unchanged();
    return selectFavorites(tx.em, partnerOf(call));
  },
  audit: (_ids, { input: { openai_id } }) => ({ type: 'writer_favorite', id: openai_id }),
  recover: (deps, call) => selectFavorites(deps.db, partnerOf(call)),
});

/** Removes a template from the favourites if it is there; returns the rest. */
export const removeFavorite = operation({
  name: 'ai_writer.remove_favorite',
  permission: 'manage_content',
  params: nothing,
  references: referencedTemplate,
  input: favoriteBody,
  prepare: (deps, call, { openai_id }) => requireTemplate(deps, call, openai_id),
  async change(tx, { call, input: { openai_id } }): Promise<number[]> {
    if (!(await deleteFavorite(tx.em, partnerOf(call), openai_id))) tx.unchanged();
    return selectFavorites(tx.em, partnerOf(call));
  },
  audit: (_ids, { input: { openai_id } }) => ({ type: 'writer_favorite', id: openai_id }),
  recover: (deps, call) => selectFavorites(deps.db, partnerOf(call)),
});

/** Throws NOT_FOUND for no template, and FORBIDDEN for another partner's. */
async function requireTemplate(deps: Pick<Deps, 'db'>, call: Call, id: number): Promise<void> {
  if (!findTemplateById(id)) await ownTemplate(deps, call, { id });
}
