import { Link } from 'react-router-dom';
import { usePaymentReturn } from '../features/payments/payment-return.ts';
import { useOwnPlan } from '../features/plans/api.ts';
import { CreditAccount } from '../features/plans/credit-account.tsx';
import { CurrentPlan } from '../features/plans/current-plan.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { type Plan, plans } from './plans.ts';

/** The plan of a professional and its credits, and what the plans contain. The checkout of a month returns here. */
export function Plans() {
  usePaymentReturn();
  return (
    <div className="stack">
      <Loaded
        query={useOwnPlan(true)}
        failure="Your plan could not be loaded"
        skeleton={<SkeletonBlocks heights={[180]} />}
      >
        {(plan) => <CurrentPlan plan={plan} />}
      </Loaded>
      <CreditAccount />
      {plans.map((plan) => (
        <PlanPanel key={plan.name} plan={plan} />
      ))}
    </div>
  );
}

function PlanPanel({ plan }: { plan: Plan }) {
  return (
    <Panel title={plan.name} text={`${plan.price} a month${plan.onRequest ? ', on request.' : '.'}`}>
      <div className="stack">
        <ul className="bullets">
          {plan.promises.map((promise) => (
            <li key={promise}>
              {promise}
              {plan.details?.[promise] && <span className="muted">: {plan.details[promise]}</span>}
            </li>
          ))}
        </ul>
        {plan.onRequest && (
          <div>
            <Link className="button" to="/contact">
              Contact Us
            </Link>
          </div>
        )}
      </div>
    </Panel>
  );
}
