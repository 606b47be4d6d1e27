import { Page } from '../shared/page.tsx';

export function SignUp() {
  return <Page title="Sign up" />;
}
