import './fonts.css';
import './tokens.css';
import './elements.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { watchHistory } from '../platform/navigation-guard.ts';
import { App } from './app.tsx';
import { loadCode, loadPage } from './load-page.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Mail links may lead here with tokens or an error in the fragment; the sign-in page reads both.
if (location.pathname === '/' && /[#&](access_token|error_code|message)=/.test(location.hash))
  location.replace(`/login${location.hash}`);

declare global {
  interface Window {
    /** The buttons that were pressed before the page's code was loaded, in order; `public/start.js` records them. */
    festoonClicks?: readonly HTMLButtonElement[];
  }
}

watchHistory();

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

const isPrerendered = root.dataset.prerendered === 'page';
// The document of a prerendered page contains its data.
const loaded = isPrerendered ? loadCode(location.pathname) : loadPage(location.pathname, location.search);
const render = () => {
  root.inert = false;
  createRoot(root).render(app);
};
// Repeats the clicks that were made before the code was loaded. For each, React at once hydrates the part of the page
// that contains the button, and then handles the click.
const hydrate = () => {
  hydrateRoot(root, app);
  root.dataset.prerendered = 'running';
  for (const button of window.festoonClicks ?? []) {
    button.ariaBusy = null;
    button.click();
  }
};
const disableButtons = () => {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[type="button"]')) button.disabled = true;
};
// A prerendered page is hydrated; if its code fails to load, the static markup stays: its links and forms work, its
// other buttons do not. A skeleton is replaced by the loaded page, or by the reason why it could not be loaded.
if (isPrerendered) loaded.then(hydrate, disableButtons);
else loaded.then(render, render);
