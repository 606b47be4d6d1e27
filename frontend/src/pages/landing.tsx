import { Page } from '../shared/page.tsx';

export function Landing() {
  return <Page title="Landing" />;
}
