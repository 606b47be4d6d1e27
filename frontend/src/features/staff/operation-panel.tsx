import { Link } from 'react-router-dom';
import type { StaffOverview } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { amount } from '../../platform/text.ts';
import { Panel } from '../../ui/panel.tsx';

const verificationText = ({ verifiedAt, logFindings }: NonNullable<StaffOverview['operation']>): string => {
  if (verifiedAt === null) return 'Not verified here yet';
  if (logFindings === null) return `Could not be verified, ${dateAndTime(verifiedAt)}`;
  return logFindings === 0
    ? `Unchanged, verified ${dateAndTime(verifiedAt)}`
    : `Changed: ${amount(logFindings, 'finding')}, ${dateAndTime(verifiedAt)}`;
};

/** Whether the background work keeps up, and whether the log is unchanged. */
export function OperationPanel({ operation }: { operation: NonNullable<StaffOverview['operation']> }) {
  const { failedJobs, stoppedProjections, behind, age } = operation;
  return (
    <Panel title="Operation">
      <dl className="audit-details">
        <div>
          <dt>Failed jobs</dt>
          <dd>
            <Link className="link" to="/staff/jobs">
              {failedJobs === 0 ? 'None' : `${amount(failedJobs, 'job')} failed for good`}
            </Link>
          </dd>
        </div>
        <div>
          <dt>Projections</dt>
          <dd>
            <Link className="link" to="/staff/projections">
              {stoppedProjections.length === 0
                ? 'All are running.'
                : `Stopped, because an event cannot be processed: ${stoppedProjections.join(', ')}.`}
            </Link>
          </dd>
        </div>
        <div>
          <dt>Projection lag</dt>
          <dd>
            <Link className="link" to="/staff/projections">
              {behind === 0
                ? 'Caught up'
                : `${amount(behind, 'event')}, the oldest from ${amount(Math.ceil(age / 1_000), 'second')} ago`}
            </Link>
          </dd>
        </div>
        <div>
          <dt>Event log</dt>
          <dd>
            <Link className="link" to="/staff/integrity">
              {verificationText(operation)}
            </Link>
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
