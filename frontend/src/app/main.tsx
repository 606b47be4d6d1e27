import './fonts.css';
import './tokens.css';
import './base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { loadPage } from './load-page.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Mail links may lead here with tokens or an error in the fragment; the sign-in page reads both.
if (location.pathname === '/' && /[#&](access_token|error_code|message)=/.test(location.hash))
  location.replace(`/login${location.hash}`);

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

const loaded = loadPage(location.pathname, location.search);
const render = () => {
  root.inert = false;
  createRoot(root).render(app);
};
// A prerendered page is hydrated; if its code fails to load, it stays as it is, and its links work. A skeleton stays until
// the page is loaded, or shows why it cannot be.
if (root.dataset.prerendered === 'page') loaded.then(() => hydrateRoot(root, app)).catch(() => undefined);
else loaded.then(render, render);
