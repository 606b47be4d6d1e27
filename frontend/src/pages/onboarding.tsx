import { Page } from '../shared/page.tsx';

export function Onboarding() {
  return <Page title="Onboarding" />;
}
