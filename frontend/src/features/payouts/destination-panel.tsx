import { Button, Flex, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import {
  type BankScheme,
  bankDetailsOf,
  bankFieldNames,
  bankSchemes,
  type EnteredBankDetails,
  type payoutDestinationChange,
  type ShownDestination,
} from '#payouts/contract';
import { shortDate } from '../../platform/dates.ts';
import { rulesFor, serverFieldErrors, toInput } from '../../platform/form-rules.ts';
import { SelectField } from '../../ui/form-fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useChangeDestination } from './api.ts';
import { schemeNames } from './payout-texts.ts';

type Proof = Pick<z.input<typeof payoutDestinationChange>, 'password' | 'nonce'>;
type Values = Record<string, string | undefined>;

type DestinationPanelProps = {
  destination: ShownDestination | null;
  /** The fields with which the person proves who they are, and what they contain. */
  proof: { fields: ReactNode; of: (values: Values) => Proof };
};

/** The professional’s bank details, and a form to change them. */
export function DestinationPanel({ destination, proof }: DestinationPanelProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Panel
      title="Bank details"
      text="We transfer your payouts to this account. Only our finance team can see the full details, and we record every access."
    >
      {destination && !isEditing ? (
        <Flex vertical gap={14} align="flex-start">
          <p>
            {schemeNames[destination.scheme]}, account ending in <b className="num">{destination.lastFour}</b>, since{' '}
            {shortDate(destination.changedAt)}.
          </p>
          <Button onClick={() => setEditing(true)}>Change bank details</Button>
        </Flex>
      ) : (
        <DestinationForm
          proof={proof}
          onSaved={() => setEditing(false)}
          onCancel={destination ? () => setEditing(false) : undefined}
        />
      )}
    </Panel>
  );
}

type DestinationFormProps = Pick<DestinationPanelProps, 'proof'> & {
  onSaved: () => void;
  onCancel: (() => void) | undefined;
};

function DestinationForm({ proof, onSaved, onCancel }: DestinationFormProps) {
  const [form] = Form.useForm<Values>();
  const scheme = (Form.useWatch('scheme', form) ?? 'us') as BankScheme;
  const change = useChangeDestination();
  const schema = bankDetailsOf[scheme];
  const rules = rulesFor(schema, (values) => toInput(schema, { ...values, scheme }));
  const numbers = Object.keys(schema.shape).filter((name) => name !== 'scheme' && name !== 'holder');
  const save = (values: Values) =>
    change.mutate(
      { bank: toInput(schema, { ...values, scheme }) as EnteredBankDetails, ...proof.of(values) },
      {
        onSuccess: onSaved,
        onError: (error) =>
          form.setFields(serverFieldErrors(error).map(({ name, errors }) => ({ name: String(name.at(-1)), errors }))),
      },
    );
  return (
    <Form
      form={form}
      name="bank-details"
      layout="vertical"
      requiredMark={false}
      initialValues={{ scheme: 'us' }}
      onFinish={save}
    >
      <SelectField
        name="scheme"
        label="Where is your bank?"
        rules={[]}
        options={bankSchemes.map((value) => ({ value, label: schemeNames[value] }))}
      />
      <Form.Item name="holder" label="Account holder" rules={rules('holder')}>
        <Input autoComplete="name" />
      </Form.Item>
      {numbers.map((name) => (
        <Form.Item key={name} name={name} label={bankFieldNames[name]} rules={rules(name)}>
          <Input autoComplete="off" inputMode={name === 'iban' || name === 'bic' ? 'text' : 'numeric'} />
        </Form.Item>
      ))}
      {proof.fields}
      <Form.Item>
        <p className="small muted">
          For your security, we’ll email you about this change and hold payouts to new bank details for 3 days.
        </p>
      </Form.Item>
      <Flex gap={10} wrap>
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          Save bank details
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </Flex>
    </Form>
  );
}
