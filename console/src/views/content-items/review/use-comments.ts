import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createContentCommentMutation,
  deleteContentCommentMutation,
  getContentItemQueryKey,
  listContentCommentsQueryKey,
  updateContentCommentMutation,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentComment } from '../../../api/generated/client/types.gen.ts';
import { showError } from '../../../components/states.tsx';
import { useRefreshBoard } from '../use-store-item.ts';
import { commentsOptions } from './comments-options.ts';

/** A comment with its replies, oldest first. */
export interface Thread {
  first: ContentComment;
  replies: ContentComment[];
}

/** The threads of an item, oldest first, as many pages of them as were asked for. */
export function useThreads(id: number, isWithResolved: boolean) {
  const query = useInfiniteQuery(commentsOptions(id, isWithResolved));
  return { query, threads: threadsOf(query.data?.pages.flatMap(({ data }) => data) ?? []) };
}

/** Groups comments by thread. Replies follow the comment that began it, since they are younger. */
function threadsOf(comments: readonly ContentComment[]): Thread[] {
  const threads = new Map<number, Thread>();
  // A comment that is deleted meanwhile moves the ones behind it to a page that was read before.
  for (const comment of new Map(comments.map((each) => [each.id, each])).values()) {
    const { parent_id } = comment.attributes;
    if (parent_id === null) threads.set(comment.id, { first: comment, replies: [] });
    else threads.get(parent_id)?.replies.push(comment);
  }
  return [...threads.values()];
}

/** Adds, changes and deletes comments of an item, and reads again what shows them. */
export function useCommentChanges(id: number) {
  const queryClient = useQueryClient();
  const refreshBoard = useRefreshBoard();
  const onSuccess = async () => {
    const [list] = listContentCommentsQueryKey({ path: { id } });
    await queryClient.invalidateQueries({ queryKey: [{ _id: list._id, path: list.path }] });
    // Both have the number of open threads.
    void queryClient.invalidateQueries({ queryKey: getContentItemQueryKey({ path: { id } }) });
    void refreshBoard();
  };
  return {
    create: useMutation({ ...createContentCommentMutation(), onSuccess }),
    update: useMutation({ ...updateContentCommentMutation(), onSuccess }),
    remove: useMutation({ ...deleteContentCommentMutation(), onSuccess, onError: showError }),
  };
}
