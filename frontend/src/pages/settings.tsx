import { Page } from '../shared/page.tsx';

export function Settings() {
  return <Page title="Settings" />;
}
