import { Suspense } from 'react';
import { matchPath, Outlet, type RouteObject, useRoutes } from 'react-router-dom';
import { frame, publicShell, type Route, routes, signedInShell } from './routes.tsx';
import { Arrival } from './shared/arrival.tsx';
import { Loader } from './shared/festoon.tsx';

const object = ({ path, page }: Route): RouteObject => ({ path, element: <page.Show /> });
const inside = (shell: typeof frame, children: RouteObject[]): RouteObject => ({ element: <shell.Show />, children });
const alone = routes.filter(({ bare }) => bare);
const framed = (enter: Route['enter']) => routes.filter((route) => !route.bare && route.enter === enter).map(object);

function Everything() {
  return (
    <>
      <Arrival />
      <Suspense fallback={<Loader />}>
        <Outlet />
      </Suspense>
    </>
  );
}

const tree: RouteObject[] = [
  {
    element: <Everything />,
    children: [
      ...alone.map(object),
      inside(frame, [inside(publicShell, framed('public')), inside(signedInShell, framed('signed-in'))]),
    ],
  },
];

export function App() {
  return useRoutes(tree);
}

/** Fetches, side by side, all that the page at this path needs. */
export const fetchFor = async (path: string): Promise<void> => {
  const route = routes.find((candidate) => matchPath(candidate.path, path));
  if (!route) return;
  const shells = route.bare ? [] : [frame, route.enter === 'public' ? publicShell : signedInShell];
  await Promise.all([...shells, route.page].map((part) => part.fetch()));
};
