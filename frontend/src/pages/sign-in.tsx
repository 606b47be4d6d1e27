import { Page } from '../shared/page.tsx';

export function SignIn() {
  return <Page title="Sign in" />;
}
