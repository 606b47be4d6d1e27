import { Form } from 'antd';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNotify } from '../../ui/notify.tsx';
import { usePending } from '../../ui/pending.ts';
import { CodeField } from './code-field.tsx';
import { type NewAuthenticatorApp, verifyCode } from './factors.ts';
import { normalizeCode } from './one-time-code.ts';
import { accountChanged } from './own-account.ts';

type AuthenticatorAppDialogProps = { app: NewAuthenticatorApp | undefined; onDone: () => void; onCancel: () => void };

/** Shows the secret as a code to scan and as text to copy; a first code from the app proves that it has it. */
export function AuthenticatorAppDialog({ app, onDone, onCancel }: AuthenticatorAppDialogProps) {
  const [form] = Form.useForm<{ code: string }>();
  const notify = useNotify();
  const { pending, run } = usePending();
  const confirm = async ({ code }: { code: string }) => {
    if (!app) return;
    const words = { done: 'Authenticator app added', otherwise: 'The code could not be checked' };
    if (!(await run('confirm', () => verifyCode(app.id, normalizeCode(code)), words))) return;
    onDone();
    await accountChanged();
  };
  const copy = async (secret: string) => {
    await navigator.clipboard.writeText(secret).then(
      () => notify.success('Copied'),
      () => notify.error('Could not copy. Please select the text.'),
    );
  };
  const actions = (
    <>
      <BusyButton onClick={onCancel}>Cancel</BusyButton>
      <BusyButton primary busy={pending === 'confirm'} onClick={() => form.submit()}>
        Confirm
      </BusyButton>
    </>
  );
  return (
    <Dialog title="Add authenticator app" open={app !== undefined} onClose={onCancel} actions={actions}>
      {app && (
        <>
          <p>Scan this with your authenticator app, or type the key into it.</p>
          <img className="qr" src={app.totp.qr_code} width="192" height="192" alt="QR code with the key" />
          <div className="secret">
            <code>{app.totp.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <button type="button" className="button" onClick={() => void copy(app.totp.secret)}>
              Copy key
            </button>
          </div>
          <Form
            form={form}
            name="confirm-app"
            layout="vertical"
            requiredMark={false}
            onFinish={(values) => void confirm(values)}
          >
            <CodeField label="Code" extra="The six digits that the app shows now" />
          </Form>
        </>
      )}
    </Dialog>
  );
}
