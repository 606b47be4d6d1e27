import { Flex, Radio } from 'antd';
import {
  type CancellationPolicy,
  type CreatorProfile,
  cancellationPolicies,
  describeRefundTerms,
} from '#catalog/contract';
import { Panel } from '../../ui/panel.tsx';
import { useChooseCancellationPolicy } from './api.ts';

const policies = Object.keys(cancellationPolicies) as CancellationPolicy[];

/** What is refunded to clients who cancel a confirmed booking. Saved as soon as another policy is chosen. */
export function CancellationPolicyCard({ profile: { cancellationPolicy } }: { profile: CreatorProfile }) {
  const choose = useChooseCancellationPolicy();
  return (
    <Panel
      title="Cancellation policy"
      text="Applies to new booking requests. Existing bookings keep the policy they have."
    >
      <div className="stack">
        <Radio.Group
          aria-label="Cancellation policy"
          value={choose.isPending ? choose.variables : cancellationPolicy}
          disabled={choose.isPending}
          onChange={({ target }) => choose.mutate(target.value as CancellationPolicy)}
        >
          <Flex vertical gap={14}>
            {policies.map((policy) => (
              <Radio key={policy} value={policy}>
                <b>{cancellationPolicies[policy].name}</b>
                <br />
                <span className="small muted">{describeRefundTerms(cancellationPolicies[policy])}</span>
              </Radio>
            ))}
          </Flex>
        </Radio.Group>
        <p className="small muted">If you cancel a booking yourself, the client always gets everything back.</p>
      </div>
    </Panel>
  );
}
