/**
 * Of links to the view that the shown one lies below: the router would mark them as the current page, since the address begins with theirs.
 */
export const BACK_LINK = { activeOptions: { exact: true } } as const;
