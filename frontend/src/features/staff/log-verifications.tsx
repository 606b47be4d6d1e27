import { Alert, Button, Flex, Progress } from 'antd';
import type { LogVerificationEntry } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { useVerifyLog } from './api.ts';
import { verificationScope, verificationTitle } from './integrity-texts.ts';

/** Starts a verification of the log, and lists what the latest ones found. */
export function LogVerifications({ entries }: { entries: readonly LogVerificationEntry[] }) {
  const verify = useVerifyLog();
  const isRunning = entries.some(({ endedAt }) => endedAt === null);
  return (
    <Panel
      title="Verifications"
      text="A worker recomputes the content, hash, version, position and time of every event, and compares the log with the signed checkpoints."
    >
      <Flex className="staff-tasks">
        <Button type="primary" disabled={isRunning} loading={verify.isPending} onClick={() => verify.mutate()}>
          Verify the log
        </Button>
      </Flex>
      <Flex vertical gap={16} aria-live="polite" className="staff-tasks">
        {entries.map((entry) => (
          <Verification key={entry.number} entry={entry} />
        ))}
      </Flex>
      {entries.length === 0 && <p className="muted">The log was not verified here yet.</p>}
    </Panel>
  );
}

function Verification({ entry }: { entry: LogVerificationEntry }) {
  const { endedAt, done, findings, failure, startedAt, startedBy } = entry;
  const scope = verificationScope(entry);
  const isUnchanged = failure === null && findings === 0;
  return (
    <article className="audit-entry">
      <h3>{verificationTitle(entry)}</h3>
      <p className="small muted">
        <time dateTime={startedAt}>{dateAndTime(startedAt)}</time> · started by {startedBy.role}{' '}
        <span className="num audit-evidence">{startedBy.id}</span>
      </p>
      {endedAt === null && <Progress percent={Math.floor(done * 100)} aria-label="Verified share of the log" />}
      {scope && (isUnchanged ? <p>{scope}</p> : <Alert type="error" showIcon title={scope} />)}
      {findings !== null && findings > 0 && <Findings findings={findings} first={entry.firstFindings} />}
    </article>
  );
}

type FindingsProps = { findings: number; first: LogVerificationEntry['firstFindings'] };

function Findings({ findings, first }: FindingsProps) {
  return (
    <>
      <ul>
        {first.map(({ position, stream, kind, message }) => (
          <li key={`${position} ${kind} ${message}`}>
            Position <span className="num">{position}</span>
            {stream && <span className="num audit-evidence"> {stream}</span>}, {kind}: {message}
          </li>
        ))}
      </ul>
      {findings > first.length && (
        <p className="muted">
          The command “festoon audit verify” lists all {findings.toLocaleString('en-US')} findings.
        </p>
      )}
    </>
  );
}
