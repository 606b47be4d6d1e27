import { Suspense } from 'react';
import { matchPath, Outlet, type RouteObject, useRoutes } from 'react-router-dom';
import { Loader } from '../ui/festoon.tsx';
import type { LazyComponent } from './lazy-component.tsx';
import { routes } from './routes.tsx';
import { ScrollAndFocus } from './scroll-and-focus.tsx';
import { providers, type ShellName, shells } from './shells.ts';

const layout = ({ Component }: LazyComponent, children: RouteObject[]): RouteObject => ({
  element: <Component />,
  children,
});

const inShell = (name: ShellName): RouteObject =>
  layout(
    shells[name],
    routes.filter(({ shell }) => shell === name).map(({ path, page }) => ({ path, element: <page.Component /> })),
  );

function Root() {
  return (
    <>
      <ScrollAndFocus />
      <Suspense fallback={<Loader />}>
        <Outlet />
      </Suspense>
    </>
  );
}

const tree: RouteObject[] = [
  {
    element: <Root />,
    children: [inShell('plain'), layout(providers, [inShell('public'), inShell('focused'), inShell('signed-in')])],
  },
];

export function App() {
  return useRoutes(tree);
}

/** Loads, in parallel, all code that the page at this path needs. */
export const loadPage = async (path: string): Promise<void> => {
  const route = routes.find((candidate) => matchPath(candidate.path, path));
  if (!route) return;
  const around = route.shell === 'plain' ? [] : [providers, shells[route.shell]];
  await Promise.all([...around, route.page].map((part) => part.load()));
};
