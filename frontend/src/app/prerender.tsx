import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { meEndpoint } from '../features/identity/endpoints.ts';
import { App } from './app.tsx';
import { SignedInHeader } from './header.tsx';
import { loadCode } from './load-page.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { type Route, routes } from './routes.tsx';

const pageAt = async (path: string): Promise<string> => {
  await loadCode(path);
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
};

/** Pages as static markup, rendered at build time and hydrated in the browser. */
export const landing = await pageAt('/');
export const notFound = await pageAt('/not-found');

/** The paths of prerendered pages. Other pages of the table get a document without content. */
export const paths: readonly string[] = routes.map(({ path }) => path).filter((path) => path !== '*');

// Endpoints encode their parameters, so `:id` has to survive the encoding.
const readsOf = ({ path, data }: Route): string[] => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const reads = data?.(Object.fromEntries(names.map((name) => [name, name]))) ?? [];
  return reads.map((read) =>
    names.reduce((text, name) => text.replace(new RegExp(`([/=])${name}`), `$1:${name}`), read),
  );
};

/** Header, heading and skeleton of every signed-in page: on screen while its code and data are loading. */
export const skeletons = routes
  .filter(({ shell }) => shell === 'signed-in')
  .map((route) => ({
    path: route.path,
    file: route.file ?? '',
    title: route.title ?? '',
    // The parameters stay as they are: `public/start.js` fills them in.
    reads: [meEndpoint, ...readsOf(route)],
    markup: renderToString(
      <StaticRouter location={route.path}>
        <SignedInHeader isProfessional={false} onSignOut={() => undefined} />
        <PageSkeleton />
      </StaticRouter>,
    ),
  }));
