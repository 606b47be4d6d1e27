import { type ComponentType, createContext, Fragment, type ReactNode, useContext } from 'react';

type Surrounding = ComponentType<{ children: ReactNode }>;

/** What provides the theme of the component library where the shell does without it. It is loaded when it is rendered. */
export const ComponentThemeContext = createContext<Surrounding>(Fragment);

/** Surrounds components of the library that can be on a public page, such as a dialog. */
export function ComponentTheme({ children }: { children: ReactNode }) {
  const Theme = useContext(ComponentThemeContext);
  return <Theme>{children}</Theme>;
}
