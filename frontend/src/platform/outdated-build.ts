/** The scripts a document loads, in order. */
const scriptsOf = (html: string): string =>
  [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, source]) => source).join(' ');

const markKey = 'festoon.reloaded-for';

/** The functions of the browser that {@link reloadIfOutdated} uses. */
export type Page = {
  /** The scripts of the document on screen. */
  readonly scripts: string;
  /** The document as the server sends it now. */
  fetchDocument(): Promise<string>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  reload(): void;
};

const browserPage = (): Page => ({
  scripts: [...document.scripts].flatMap((script) => script.getAttribute('src') ?? []).join(' '),
  fetchDocument: async () => {
    const response = await fetch(location.href, { cache: 'no-store', headers: { accept: 'text/html' } });
    return response.ok ? response.text() : '';
  },
  storage: sessionStorage,
  reload: () => location.reload(),
});

/**
 * Reloads the page if the server delivers another build than the one that runs here: after a deployment the old build's
 * chunks no longer exist. Reloads once per build, so it can never loop. Resolves to whether the page reloads.
 */
export const reloadIfOutdated = async (page: Page = browserPage()): Promise<boolean> => {
  try {
    const current = scriptsOf(await page.fetchDocument());
    if (current === '' || current === page.scripts || page.storage.getItem(markKey) === current) return false;
    page.storage.setItem(markKey, current);
    page.reload();
    return true;
  } catch {
    // The browser is offline, or storage is forbidden: without the stored mark a reload could loop.
    return false;
  }
};
