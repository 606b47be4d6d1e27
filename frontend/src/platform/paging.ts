/**
 * The options of a query that reads a list page by page: each page has the cursor of the next one, the first has ''.
 */
export const paging = {
  // Empty, and not undefined, so that pages that the server has read survive JSON.
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};
