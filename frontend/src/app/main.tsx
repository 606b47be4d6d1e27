import './fonts.css';
import './tokens.css';
import './base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App, loadPage } from './app.tsx';

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

const loaded = loadPage(location.pathname);
if (root.firstElementChild) void loaded.then(() => hydrateRoot(root, app));
else createRoot(root).render(app);
