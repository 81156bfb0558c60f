import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { findTemplateById } from '../catalogue.ts';
import { favoriteBody } from '../schema.ts';
import { deleteFavorite, insertFavorite, selectFavorites } from '../store.ts';

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
  input: favoriteBody,
  prepare: async (_deps, _call, { openai_id }) => requireTemplate(openai_id),
  async change(tx, { call, input: { openai_id } }): Promise<number[]> {
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
  input: favoriteBody,
  prepare: async (_deps, _call, { openai_id }) => requireTemplate(openai_id),
  async change(tx, { call, input: { openai_id } }): Promise<number[]> {
    if (!(await deleteFavorite(tx.em, partnerOf(call), openai_id))) tx.unchanged();
    return selectFavorites(tx.em, partnerOf(call));
  },
  audit: (_ids, { input: { openai_id } }) => ({ type: 'writer_favorite', id: openai_id }),
  recover: (deps, call) => selectFavorites(deps.db, partnerOf(call)),
});

function requireTemplate(id: number): void {
  if (!findTemplateById(id)) throw notFound('Template');
}
