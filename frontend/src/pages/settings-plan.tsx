import { Link } from 'react-router-dom';
import { Panel } from '../ui/panel.tsx';
import { type Plan, plans } from './plans.ts';

const [current, ...others] = plans;

/** The plan of every professional, and the plans that are announced. */
export function Plans() {
  return (
    <div className="stack">
      <PlanPanel plan={current} title={`Your plan: ${current.name}`} note={`${current.price} a month.`} />
      {others.map((plan) => (
        <PlanPanel key={plan.name} plan={plan} title={plan.name} note={`${plan.price} a month. Not available yet.`} />
      ))}
    </div>
  );
}

function PlanPanel({ plan, title, note }: { plan: Plan; title: string; note: string }) {
  return (
    <Panel title={title} text={note}>
      <ul className="bullets">
        {plan.promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
      {plan.onRequest && (
        <div>
          <Link className="button" to="/contact">
            Contact Us
          </Link>
        </div>
      )}
    </Panel>
  );
}
