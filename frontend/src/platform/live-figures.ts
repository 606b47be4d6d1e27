/**
 * The counts that the server put into the document in place of the figures of the landing page. Undefined if it does
 * not, which a setting decides; empty if they could not be counted.
 */
export const liveFigures = (): readonly string[] | undefined => {
  // The landing page is rendered at build time too.
  if (typeof document === 'undefined') return undefined;
  const counts = document.querySelector<HTMLMetaElement>('meta[name="festoon-figures"]')?.content;
  return counts?.split(' ').filter((count) => count !== '');
};
