import { Page } from '../shared/page.tsx';

export function Creator() {
  return <Page title="Creator" />;
}
