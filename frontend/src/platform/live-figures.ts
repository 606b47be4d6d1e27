/**
 * The counts that the server wrote into the document. Undefined if LIVE_FIGURES is off; empty if they could not be
 * counted.
 */
export const liveFigures = (): readonly string[] | undefined => {
  // The landing page is rendered at build time too.
  if (typeof document === 'undefined') return undefined;
  const counts = document.querySelector<HTMLMetaElement>('meta[name="festoon-figures"]')?.content;
  return counts?.split(' ').filter((count) => count !== '');
};
