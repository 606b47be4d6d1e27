import { Form } from 'antd';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNotify } from '../../ui/notify.tsx';
import { useConfirmAuthenticatorApp, type useEnrollAuthenticatorApp } from './api.ts';
import { CodeField } from './code-field.tsx';
import { normalizeCode } from './one-time-code.ts';

type AuthenticatorAppDialogProps = {
  /** The app that is being added; undefined while there is none. */
  app: ReturnType<typeof useEnrollAuthenticatorApp>['data'];
  onDone: () => void;
  onCancel: () => void;
};

/** Shows the secret as a code to scan and as text to copy; a first code from the app proves that it has it. */
export function AuthenticatorAppDialog({ app, onDone, onCancel }: AuthenticatorAppDialogProps) {
  const [form] = Form.useForm<{ code: string }>();
  const notify = useNotify();
  const confirm = useConfirmAuthenticatorApp();
  const submit = ({ code }: { code: string }) => {
    if (app) confirm.mutate({ factorId: app.id, code: normalizeCode(code) }, { onSuccess: onDone });
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
      <BusyButton primary busy={confirm.isPending} onClick={() => form.submit()}>
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
          <Form form={form} name="confirm-app" layout="vertical" requiredMark={false} onFinish={submit}>
            <CodeField label="Code" extra="The six digits that the app shows now" />
          </Form>
        </>
      )}
    </Dialog>
  );
}
