import { type ComponentType, createContext, Fragment, type ReactNode, useContext } from 'react';

type Surrounding = ComponentType<{ children: ReactNode }>;

/**
 * The provider of Ant Design's theme on public pages, whose shell does not load the library. The default is for pages
 * whose shell provides the theme already.
 */
export const ComponentThemeContext = createContext<Surrounding>(Fragment);

/** Surrounds components of the library that can be on a public page, such as a dialog. */
export function ComponentTheme({ children }: { children: ReactNode }) {
  const Theme = useContext(ComponentThemeContext);
  return <Theme>{children}</Theme>;
}
