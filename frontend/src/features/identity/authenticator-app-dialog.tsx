import { Button, Flex, Form, Modal } from 'antd';
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

/** Shows the secret as a QR code and as text to copy; a code from the app then proves that the app has the secret. */
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
      () => notify.error('Could not copy. Select the text instead.'),
    );
  };
  return (
    <Modal
      title="Add authenticator app"
      open={app !== undefined}
      okText="Confirm"
      confirmLoading={confirm.isPending}
      onOk={form.submit}
      onCancel={onCancel}
      destroyOnHidden
    >
      {app && (
        <Flex vertical gap={18}>
          <p>Scan this code with your authenticator app, or enter the key.</p>
          <img className="qr" src={app.totp.qr_code} width="192" height="192" alt="QR code with the key" />
          <Flex wrap gap={12} align="center" justify="space-between">
            <code>{app.totp.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <Button onClick={() => void copy(app.totp.secret)}>Copy key</Button>
          </Flex>
          <Form form={form} name="confirm-app" layout="vertical" requiredMark={false} onFinish={submit}>
            <CodeField label="Code" extra="The six digits your app shows now" />
          </Form>
        </Flex>
      )}
    </Modal>
  );
}
