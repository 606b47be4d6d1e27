import { Page } from '../shared/page.tsx';

export function PostLead() {
  return <Page title="Post a Lead" />;
}
