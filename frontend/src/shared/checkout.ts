import type { Checkout } from '#payments/contract';

/**
 * Sends a new tab to the checkout. Call it in the click itself: the tab opens before the server has answered, or popup
 * blockers would stop it. The tab knows nothing of this page. Throws what `ask` throws, with the tab closed again.
 */
export const openCheckout = async (ask: () => Promise<Checkout>): Promise<void> => {
  const tab = open('about:blank', '_blank');
  if (tab) tab.opener = null;
  try {
    const { url } = await ask();
    (tab ?? window).location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
};
