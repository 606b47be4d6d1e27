import { Page } from '../shared/page.tsx';

export function ResetPassword() {
  return <Page title="Reset password" />;
}
